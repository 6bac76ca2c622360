//! The pictures that the simulated board draws with a row in each lane.

use baccarat_hdl::top::Top;
use baccarat_sim::frames::Frames;

use super::picture::Picture;
use super::reference::draw;
use super::scenes::PLAYED;

#[test]
fn frames_drawn_in_lanes_show_what_the_reference_draws() {
    let design = baccarat_sim::design(Top::Casino).expect("the design");
    let mut frames = Frames::of(&design, PLAYED[0].1.machine()).expect("a monitor");
    for (scene, board) in PLAYED.iter() {
        let frame = frames.draw(board.machine()).expect("no oscillation");
        let picture =
            Picture::of_bytes(&frame.pixels).expect("a picture of the size of the screen");
        picture.assert_is(&draw(&board.state()), scene.name);
    }
}
