//! What cards and displays look like.

use punto_banco::Rank;
use serde_json::{Value, json};

use crate::game_page::GamePage;

/// For each suit, the symbol whose glyph in a font is most like its shape on a card. Both are drawn
/// as large as a square, and the parts that they have in common are compared with those of either.
const SYMBOLS: &str = "(({ drawCard }) => { \
    const SIDE = 64; \
    const fill = (draw) => { \
        const context = new OffscreenCanvas(4 * SIDE, 4 * SIDE).getContext('2d', { willReadFrequently: true }); \
        context.translate(2 * SIDE, 2 * SIDE); \
        draw(context); \
        const isInk = ({ data }, place) => data[4 * place + 3] > 127; \
        const all = context.getImageData(0, 0, 4 * SIDE, 4 * SIDE); \
        const ink = [...Array(16 * SIDE * SIDE).keys()].filter((place) => isInk(all, place)); \
        const [xs, ys] = [ink.map((place) => place % (4 * SIDE)), ink.map((place) => Math.floor(place / (4 * SIDE)))]; \
        const [left, top] = [Math.min(...xs), Math.min(...ys)]; \
        const square = new OffscreenCanvas(SIDE, SIDE).getContext('2d'); \
        square.drawImage(context.canvas, left, top, Math.max(...xs) - left + 1, Math.max(...ys) - top + 1, 0, 0, SIDE, SIDE); \
        const pixels = square.getImageData(0, 0, SIDE, SIDE); \
        return Array.from({ length: SIDE * SIDE }, (_, place) => isInk(pixels, place)); \
    }; \
    const glyphs = [...'♠♥♣♦'].map((symbol) => [symbol, fill((context) => { \
        context.font = `${SIDE}px sans-serif`; \
        context.fillText(symbol, -SIDE / 2, SIDE / 2); \
    })]); \
    const count = (flags) => flags.filter(Boolean).length; \
    return [...'SHCD'].map((suit) => { \
        const d = drawCard(`2${suit}`).querySelector('.card-ink > path').getAttribute('d'); \
        const shape = fill((context) => { context.scale(SIDE / 20, SIDE / 20); context.fill(new Path2D(d)); }); \
        const likeness = (glyph) => \
            count(shape.map((ink, place) => ink && glyph[place])) / count(shape.map((ink, place) => ink || glyph[place])); \
        return glyphs.map(([symbol, glyph]) => [likeness(glyph), symbol]).sort(([one], [other]) => other - one)[0][1]; \
    }).join(''); })";

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn suits_have_their_shapes_and_colours() {
    let mut page = GamePage::of("casino").await;
    let symbols = page.run("cards", SYMBOLS).await;
    assert_eq!(symbols, "♠♥♣♦");
    let colours = "({ drawCard }) => [...'SHCD'].map((suit) => { \
        const card = document.body.appendChild(drawCard(`2${suit}`)); \
        const [, red, green] = /rgb\\((\\d+), (\\d+)/.exec(getComputedStyle(card.querySelector('.card-ink')).fill); \
        card.remove(); \
        return red > 2 * green; })";
    let are_red = page.run("cards", colours).await;
    assert_eq!(are_red, json!([false, true, false, true]));
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn cards_have_as_many_pips_as_they_count() {
    let mut page = GamePage::of("task5").await;
    for rank in Rank::ALL.into_iter().filter(|rank| *rank <= Rank::Ten) {
        let places = format!(
            "({{ drawRank }}) => [...drawRank('{rank}', 0).querySelectorAll('.card-ink > path')].map((path) => path.getAttribute('transform'))"
        );
        let places = page.run("cards", &places).await;
        let mut places: Vec<&Value> = places.as_array().expect("transforms").iter().collect();
        places.sort_by_key(|place| place.to_string());
        places.dedup();
        // One is in the corner.
        assert_eq!(places.len(), 1 + usize::from(rank.number()), "{rank}: {places:?}");
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn displays_segments_and_lights_are_in_their_places() {
    let mut page = GamePage::of("task5").await;
    // From the middle of the display: to the right, and down.
    let segments = json!([[0, -1], [1, -1], [1, 1], [0, 1], [-1, 1], [-1, -1], [0, 0]]);
    let places = "Array.from({ length: 6 }, (_, number) => { \
        const display = document.querySelector(`[data-display=HEX${number}]`); \
        const middle = (element) => { const box = element.getBoundingClientRect(); \
            return [box.x + box.width / 2, box.y + box.height / 2]; }; \
        const face = display.querySelector('.display-face'); \
        const [x, y] = middle(face); \
        const { width, height } = face.getBoundingClientRect(); \
        return [...'abcdefg'].map((name) => { \
            const [right, down] = middle(display.querySelector(`[data-segment=${name}]`)); \
            return [Math.round(2.5 * (right - x) / width), Math.round(3.5 * (down - y) / height)].map((place) => Math.sign(place)); \
        }); })";
    assert_eq!(page.evaluate(places).await, json!(vec![segments; 6]));
    for (attribute, name, number) in [("display", "HEX", 6), ("light", "LEDR", 10)] {
        let order = format!(
            "Array.from({{ length: {number} }}, (_, number) => [document.querySelector(`[data-{attribute}={name}${{number}}]`).getBoundingClientRect().x, number]) \
             .sort(([one], [other]) => other - one).map(([, number]) => number)"
        );
        assert_eq!(page.evaluate(&order).await, json!(Vec::from_iter(0..number)), "{name}");
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn displays_are_called_by_the_cards_that_they_show() {
    let mut page = GamePage::of("task5").await;
    let labels = "({ Board }) => { \
        new Board().show({ hex: Array(6).fill(0x7f), ledr: 0 }); \
        return [...document.querySelectorAll('[data-display]')].slice(-6).map((display) => display.getAttribute('aria-label')); }";
    let cards = ["third", "second", "first"];
    let expected = (0..6).rev().map(|number: usize| {
        let side = if number > 2 { "banker" } else { "player" };
        format!("HEX{number}, {side}'s {} card: blank", cards[(5 - number) % 3])
    });
    assert_eq!(page.run("board", labels).await, json!(Vec::from_iter(expected)));
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn hexadecimal_digits_of_displays_are_called_by_their_names() {
    let mut page = GamePage::of("task5").await;
    // Bit 0 is segment a.
    let digits = [
        (0x3f, "0"),
        (0x06, "1"),
        (0x5b, "2"),
        (0x4f, "3"),
        (0x66, "4"),
        (0x6d, "5"),
        (0x7d, "6"),
        (0x07, "7"),
        (0x27, "7"),
        (0x7f, "8"),
        (0x6f, "9"),
        (0x67, "9"),
        (0x77, "A"),
        (0x7c, "b or 6"),
        (0x39, "C"),
        (0x5e, "d"),
        (0x79, "E"),
        (0x71, "F"),
        (0x00, "blank"),
        (0x40, "minus"),
        (0x41, "segments a g"),
    ];
    let patterns = json!(digits.map(|(segments, _)| !segments & 0x7f));
    let labels = format!(
        "({{ Board }}) => {{ \
         const board = new Board(false); \
         return {patterns}.map((pattern) => {{ \
             board.show({{ hex: Array(6).fill(pattern), ledr: 0 }}, {{ lights: '', displays: '' }}); \
             return [...document.querySelectorAll('[data-display=HEX3]')].at(-1).getAttribute('aria-label'); \
         }}); }}"
    );
    let labels = page.run("board", &labels).await;
    assert_eq!(labels, json!(digits.map(|(_, name)| format!("HEX3: {name}"))));
}
