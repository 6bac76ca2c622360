//! The layout of both pages: what is where, at which window size.

use crate::board_process::BoardProcess;
use crate::chromium::Chromium;
use crate::game_page::GamePage;

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_monitor_shows_whole_pixels_where_the_window_has_room() {
    let (board, chromium) = (BoardProcess::start_with(&["--machine", "casino"]), Chromium::start());
    let mut page = GamePage::open(&chromium, &board.url()).await;
    for (width, height, expected) in
        [(1000, 800, 640.0), (1280, 900, 640.0), (1920, 1000, 640.0), (2560, 1440, 1280.0)]
    {
        page.set_viewport(width, height, "light").await;
        let monitor = "document.querySelector('#monitor').getBoundingClientRect()";
        let size = page.evaluate(&format!("[{monitor}.width, {monitor}.height]")).await;
        assert_eq!(size[0], expected, "in a window of {width} by {height}");
        assert_eq!(size[1], expected * 0.75, "in a window of {width} by {height}");
    }
}
