//! Scripts of the page by themselves, where a page would need a certain time or order.

use serde_json::{Value, json};

use crate::game_page::GamePage;

/// A connection with sockets and a time of the test. `wait` lets time pass and calls each interval
/// at most once. A timeout has its place, from 1, as its identifier.
const CONNECTION: &str = "\
    const sockets = [], intervals = [], timeouts = [], events = []; \
    let now = 0; \
    class Socket { sent = []; readyState = 1; constructor() { sockets.push(this); } \
        send(text) { this.sent.push(JSON.parse(text).type); } close() {} } \
    Socket.OPEN = 1; \
    Object.assign(window, { WebSocket: Socket, clearTimeout() {}, \
        setInterval: (call, every) => intervals.push({ call, every }), \
        setTimeout: (call, after) => timeouts.push({ call, after }) }); \
    performance.now = () => now; \
    const connection = new Connection({ hello: () => ({ type: 'hello' }), receive() {}, refused() {}, \
        opened: () => events.push('opened'), lost: (isStopped) => events.push(isStopped ? 'stopped' : 'lost') }); \
    const welcome = () => { sockets.at(-1).onopen(); sockets.at(-1).onmessage({ data: '{\"type\":\"welcome\"}' }); }; \
    const close = (code) => sockets.at(-1).onclose({ code }); \
    const wait = (time) => { now += time; for (const { call, every } of intervals) if (every <= time) call(); }; \
    connection.open(); \
    welcome();";

impl GamePage {
    /// Runs a script with the [`CONNECTION`], and returns its value.
    async fn run_connected(&mut self, script: &str) -> Value {
        self.run("connection", &format!("({{ Connection }}) => {{ {CONNECTION} {script} }}")).await
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn an_idle_connection_is_kept_alive_and_lost_if_nothing_is_answered() {
    let mut page = GamePage::of("task5").await;
    let script = "wait(10000); const before = [...sockets[0].sent]; wait(15000); \
        const after = [...sockets[0].sent]; wait(3000); const asked = events.length; wait(1000); \
        return [before, after, asked, events];";
    let expected = json!([["hello"], ["hello", "ping"], 1, ["opened", "lost"]]);
    assert_eq!(page.run_connected(script).await, expected);
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_lost_connection_is_tried_again_ever_later_until_there_is_one() {
    let mut page = GamePage::of("task5").await;
    let script = "for (let attempt = 0; attempt < 6; attempt += 1) { close(1006); timeouts.at(-1).call(); } \
        welcome(); close(1006); return timeouts.map(({ after }) => after);";
    let delays = page.run_connected(script).await;
    let delays: Vec<f64> = serde_json::from_value(delays).expect("numbers");
    let middles = [250.0, 500.0, 1000.0, 2000.0, 5000.0, 5000.0, 250.0];
    let are_near = delays.iter().zip(middles).all(|(delay, middle)| {
        // They vary, so that pages do not all return at the same moment.
        (0.8 * middle..=1.2 * middle).contains(delay)
    });
    assert!(are_near && delays.len() == middles.len(), "{delays:?}");
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_lost_connection_is_tried_at_once_when_the_computer_is_online() {
    let mut page = GamePage::of("task5").await;
    let script = "close(1001); const before = sockets.length; \
        dispatchEvent(new Event('online')); welcome(); close(1006); \
        return [before, sockets.length, events];";
    let expected = json!([1, 2, ["opened", "stopped", "opened", "lost"]]);
    assert_eq!(page.run_connected(script).await, expected);
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_moved_switch_stays_until_the_machine_has_it_or_has_refused_it() {
    let mut page = GamePage::of("task5").await;
    let positions = "({ Switches }) => { \
        const switches = new Switches((number) => `SW${number}`, () => {}); \
        const slider = [...document.querySelectorAll('[data-switch=SW3]')].at(-1); \
        const after = (action) => { action(); return slider.getAttribute('aria-checked') === 'true'; }; \
        return [ \
            after(() => switches.toggle(3)), \
            after(() => switches.show(0)), after(() => switches.show(8)), after(() => switches.show(0)), \
            after(() => switches.toggle(3)), \
            after(() => switches.forgetMoves()), after(() => switches.show(0)), \
        ]; }";
    let positions = page.run("switches", positions).await;
    assert_eq!(positions, json!([true, true, true, false, true, true, false]));
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn autoplay_deals_six_cards_if_the_hand_has_them_and_none_after_it_is_stopped() {
    let mut page = GamePage::of("task5").await;
    // The hand is over after as many cards, and autoplay is stopped after as many.
    let deal = "async ({ Autoplay }) => { \
        window.setTimeout = (action) => queueMicrotask(action); \
        const deal = async (most, stopped) => { \
            let cards = 0; \
            const keys = { press: () => { cards += 1; if (cards === stopped) autoplay.stop(); }, release() {} }; \
            const autoplay = new Autoplay(keys, () => cards < most ? 'deal' : 'clear', {}); \
            await autoplay.dealHand(); \
            return cards; \
        }; \
        return [await deal(6), await deal(Infinity, 2)]; }";
    assert_eq!(page.run("autoplay", deal).await, json!([6, 2]));
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_monitor_shows_the_newest_frame_and_is_cleared_without_one() {
    let mut page = GamePage::of("casino").await;
    let levels = "async ({ Monitor }) => { \
        const canvas = document.querySelector('#monitor'); \
        const monitor = new Monitor(); \
        const decoded = []; \
        window.createImageBitmap = () => new Promise((resolve) => decoded.push(resolve)); \
        const frame = (colour) => { \
            const context = new OffscreenCanvas(640, 480).getContext('2d'); \
            context.fillStyle = colour; \
            context.fillRect(0, 0, 640, 480); \
            return context.canvas.transferToImageBitmap(); }; \
        const shown = () => [...canvas.getContext('2d').getImageData(9, 9, 1, 1).data].join(); \
        const [first, second] = [monitor.show(''), monitor.show('')]; \
        decoded[1](frame('#00ff00')); \
        await second; \
        const newest = shown(); \
        decoded[0](frame('#ff0000')); \
        await first; \
        const later = shown(); \
        await monitor.show(null); \
        return [newest, later, shown()]; }";
    let expected = json!(["0,255,0,255", "0,255,0,255", "0,0,0,0"]);
    assert_eq!(page.run("monitor", levels).await, expected);
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_hint_ends_with_the_next_change_and_what_is_at_stake_is_shown_again() {
    let mut page = GamePage::of("task5").await;
    let texts = "({ Hint }) => { \
        const hint = new Hint(); \
        const after = (action) => { action(); return document.querySelector('#hint').textContent; }; \
        return [ \
            after(() => hint.show('why')), after(() => hint.clear()), \
            after(() => hint.setLasting('at stake')), after(() => hint.show('why')), after(() => hint.clear()), \
        ]; }";
    let expected = json!(["why", "", "at stake", "why", "at stake"]);
    assert_eq!(page.run("hint", texts).await, expected);
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn rates_have_three_digits_and_are_compared_with_real_time() {
    let mut page = GamePage::of("task5").await;
    let cases = [
        (0.5, "0.500 Hz", "less than 0.1 % of real time"),
        (12.0, "12.0 Hz", "less than 0.1 % of real time"),
        (999.0, "999 Hz", "less than 0.1 % of real time"),
        (12_345.0, "12.3 kHz", "less than 0.1 % of real time"),
        (600_000.0, "600 kHz", "1.2 % of real time"),
        (1_234_567.0, "1.23 MHz", "2.5 % of real time"),
        (30e6, "30.0 MHz", "60 % of real time"),
        (49.7e6, "49.7 MHz", "99 % of real time"),
        (50e6, "50.0 MHz", "real time"),
        (75e6, "75.0 MHz", "1.5 times real time"),
    ];
    let rates = json!(cases.map(|(rate, ..)| rate));
    let texts =
        format!("({{ hertz, realTime }}) => {rates}.map((rate) => [hertz(rate), realTime(rate)])");
    assert_eq!(page.run("rate", &texts).await, json!(cases.map(|(_, hertz, part)| [hertz, part])));
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_shoe_shows_how_many_cards_it_has_and_when_it_ends() {
    const WIDTH: &str = "document.querySelector('#shoe-bar').firstElementChild.style.width";
    let mut page = GamePage::of("task5").await;
    let widths = format!(
        "({{ Shoe }}) => {{ \
         const shoe = new Shoe(() => {{}}); \
         return [[null, null], [208, 208], [52, 208], [0, 208]].map(([left, total]) => {{ \
             shoe.show({{ shoe: {{ decks: 4, left, total, burned: 0 }}, phase: 'betting' }}); \
             return {WIDTH}; \
         }}); }}"
    );
    assert_eq!(page.run("task5_shoe", &widths).await, json!(["100%", "100%", "25%", "0%"]));

    let mut page = GamePage::of("casino").await;
    let texts = format!(
        "({{ CasinoShoe }}) => {{ \
         const casinoShoe = new CasinoShoe(); \
         const shoe = {{ cards: 400, before_cut: 104, hands: 0, burn_card: '3H', burned: 3 }}; \
         return [ \
             ['wait', {{}}], ['burn', {{ burn_card: null }}], ['player', {{}}], \
             ['player', {{ cut_card_out: true }}], ['player', {{ cut_card_out: true, last_hand: true }}], \
         ].map(([release, changes]) => {{ \
             casinoShoe.show({{ shoe: {{ ...shoe, ...changes }}, release }}); \
             return document.querySelector('#shoe-text').textContent; \
         }}).concat({WIDTH}); }}"
    );
    let expected = json!([
        "A new shoe is being written.",
        "A new shoe: its first card is turned up, and as many cards as it counts are burned.",
        "When the cut card comes out, one more hand follows.",
        "The cut card is out: one more hand follows this one.",
        "The cut card is out: this is the last hand of the shoe.",
        "25%",
    ]);
    assert_eq!(page.run("casino_shoe", &texts).await, expected);
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn times_below_a_waveform_have_the_unit_of_their_distance() {
    let mut page = GamePage::of("task5").await;
    let marks = "({ paint }) => [100, 100e3, 100e6, 100e9].map((to) => { \
        const canvas = document.body.appendChild(document.createElement('canvas')); \
        canvas.style.width = '1000px'; \
        const texts = []; \
        canvas.getContext('2d').fillText = (text) => texts.push(text); \
        paint(canvas, { rows: [], events: [], breaks: [], end: to }, { from: 0, to }, 0); \
        canvas.remove(); \
        return [texts[1], texts.at(-1)]; })";
    let expected =
        json!([["10 ns", "100 ns"], ["10 µs", "100 µs"], ["10 ms", "100 ms"], ["10 s", "100 s"]]);
    assert_eq!(page.run("waveform_painting", marks).await, expected);
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_spot_shows_its_stake_and_what_became_of_it() {
    let mut page = GamePage::of("task5").await;
    let texts = "({ buildSpots }) => { \
        const [spot] = buildSpots((amount) => `${amount}.00`); \
        const payout = (result, returned) => ({ on: 'player', stake: 5, result, returned }); \
        return [[0], [5], [5, payout('win', 10)], [5, payout('push', 5)], [5, payout('lose', 0)]].map((shown) => { \
            spot.show(...shown); \
            return [spot.button.textContent.trim(), spot.button.getAttribute('aria-label')]; \
        }); }";
    let labels = [
        ("", "bet, staked 0.00"),
        ("5.00", "bet, staked 5.00"),
        ("5.00 +5.00", "bet, staked 5.00, last hand +5.00"),
        ("5.00 push", "bet, staked 5.00, last hand push"),
        ("5.00 −5.00", "bet, staked 5.00, last hand −5.00"),
    ];
    let expected = labels.map(|(seen, label)| {
        let seen = format!("Player pays 1:1 {seen}").trim().to_string();
        [seen.clone(), format!("{seen}: {label}")]
    });
    assert_eq!(page.run("spots", texts).await, json!(expected));
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn buttons_for_bets_say_why_they_do_nothing_and_money_is_offered_to_the_broke() {
    let mut page = GamePage::of("task5").await;
    let function = "({ Bets }) => { \
        const hints = []; \
        const bets = new Bets(() => {}, { show: (text) => hints.push(text) }); \
        const stakes = (player) => ({ player, banker: 0, tie: 0 }); \
        const texts = (phase, bankroll, staked, repeated, can_undo) => { \
            hints.length = 0; \
            bets.show({ phase, bankroll, bets: stakes(staked), last_bets: stakes(repeated), can_undo, \
                chips: [500, 1000], payouts: [], name: 'Ada' }); \
            for (const id of ['undo-bet', 'double-bets', 'repeat-bets', 'clear-bets']) { \
                const button = document.getElementById(id); \
                if (button.getAttribute('aria-disabled') === 'true') button.click(); else hints.push(''); \
            } \
            return [...hints, document.getElementById('buy-in').hidden]; \
        }; \
        return [ \
            texts('dealing', 9000, 500, 500, true), \
            texts('betting', 9000, 0, 0, false), \
            texts('betting', 400, 500, 1500, true), \
            texts('betting', 1000, 500, 1500, true), \
            texts('betting', 500, 0, 0, false), texts('over', 499, 0, 0, false), texts('betting', 0, 500, 0, true), \
        ]; }";
    let closed = "Bets are closed until the hand is over.";
    let [undo, double, repeat, clear] = [
        "There is no bet to undo.",
        "There are no bets to double.",
        "There are no bets to repeat yet.",
        "There are no bets to clear.",
    ];
    let more =
        |needed: &str, left: &str| format!("{needed} more are needed, but the bankroll is {left}.");
    let expected = json!([
        [closed, closed, closed, closed, true],
        [undo, double, repeat, clear, true],
        ["", more("5.00", "4.00"), more("10.00", "4.00"), "", true],
        ["", "", "", "", true],
        [undo, double, repeat, clear, true],
        [undo, double, repeat, clear, false],
        ["", more("5.00", "0.00"), repeat, "", true],
    ]);
    assert_eq!(page.run("task5_bets", function).await, expected);
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn arrow_keys_move_between_the_buttons_of_one_tab_stop() {
    let mut page = GamePage::of("task5").await;
    let places = "({ makeOneTabStop }) => { \
        const box = document.body.appendChild(document.createElement('div')); \
        box.innerHTML = '<button>0</button><button>1</button><button>2</button>'; \
        makeOneTabStop(box); \
        const [first] = box.children; \
        first.focus(); \
        return ['ArrowLeft', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'ArrowLeft'].map((key) => { \
            document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })); \
            return document.activeElement.textContent + [...box.children].map(({ tabIndex }) => tabIndex).join(); \
        }); }";
    let (first, second, third) = ("00,-1,-1", "1-1,0,-1", "2-1,-1,0");
    let expected = json!([first, second, third, third, second, second, first]);
    assert_eq!(page.run("one_tab_stop", places).await, expected);
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn an_error_is_shown_until_the_player_does_something_else() {
    let mut page = GamePage::of("task5").await;
    let is_shown = "({ Session }) => { \
        const session = new Session({ ends: { lost: '', stopped: '' }, receive() {}, disconnected() {} }); \
        return [{ type: 'waveform' }, { type: 'key', pressed: false }, { type: 'key', pressed: true }].map((message) => { \
            session.notices.error('why'); \
            session.send(message); \
            return !document.querySelector('#error').hidden; \
        }); }";
    assert_eq!(page.run("session", is_shown).await, json!([true, true, false]));
}
