//! The audio codec at the board of any design.

use virtual_board::{Codec, ForeignBoard, Silence};

use crate::{design, design_with_words, run};

/// The time in which the design `tune` sets the codec up.
const SETUP: u64 = 125_000;

/// Boards of the design `tune`, as gates and as words, with the codec as the master or not.
fn boards(is_master: bool) -> [ForeignBoard; 2] {
    [design("tune"), design_with_words("tune")].map(|design| {
        let mut board = ForeignBoard::new(design);
        board.compile();
        // Which of them it is counts while the set-up begins.
        board.set_switch(9, is_master);
        board.set_key(0, true);
        run(&mut board, 5);
        board.set_key(0, false);
        board.codec_mut().expect("a codec").listen(true);
        board
    })
}

#[test]
fn a_design_sets_the_codec_up_and_its_samples_are_heard() {
    for is_master in [false, true] {
        for mut board in boards(is_master) {
            let silence =
                |board: &ForeignBoard| board.codec().expect("a codec").silence(board.cycle());
            assert_eq!(silence(&board), Some(Silence::NotConfigured));
            run(&mut board, SETUP / 2);
            assert_eq!(silence(&board), Some(Silence::PoweredDown));
            run(&mut board, SETUP / 2);
            assert_eq!(board.output("LEDR") & 0x300, 0x100, "the codec has acknowledged all bytes");
            board.codec_mut().map(Codec::heard);
            // 200 samples, a period and a half of the lowest note of the left side.
            run(&mut board, 200 * 1_024);
            let codec = board.codec().expect("a codec");
            assert_eq!(codec.silence(board.cycle()), None);
            let clocks = if is_master { "codec" } else { "design" };
            let expected = format!("I²S, 16 bits, clocks of the {clocks}, volume 0 dB");
            assert_eq!(codec.registers().to_string(), expected);
            let reading = codec.reading(board.cycle()).expect("samples");
            assert!((reading.rate - 50e6 / 1_024.0).abs() < 0.1, "{}", reading.rate);
            assert_eq!(reading.peaks[0], 0x2000 << 16);
            let heard = board.codec_mut().expect("a codec").heard();
            assert!((199..=201).contains(&heard.len()), "{}", heard.len());
            for pair in heard.windows(2) {
                // A square wave, and a slow rise from -0x4000 to 0x3fff.
                assert_eq!(pair[1][0].abs(), 0x2000);
                let rise = pair[1][1] - pair[0][1];
                assert!((87..=88).contains(&rise) || rise < -0x7f00, "{pair:?}");
            }
            let sides: Vec<bool> = heard.iter().map(|samples| samples[0] > 0).collect();
            let changes = sides.windows(2).filter(|pair| pair[0] != pair[1]).count();
            assert!((2..=3).contains(&changes), "{changes} changes in {} samples", heard.len());
        }
    }
}

#[test]
fn many_cycles_at_once_sound_like_those_one_by_one() {
    for is_master in [false, true] {
        let [mut gates, mut words] = boards(is_master);
        let [mut serial, _] = boards(is_master);
        let cycles = SETUP + 60_000;
        run(&mut gates, cycles);
        run(&mut words, cycles);
        (0..cycles).for_each(|_| run(&mut serial, 1));
        let mut heard = [&mut gates, &mut words, &mut serial].map(|board| {
            let (cycle, codec) = (board.cycle(), board.codec_mut().expect("a codec"));
            (codec.heard(), codec.reading(cycle))
        });
        let expected = heard[2].clone();
        assert!(expected.0.len() > 50, "{} samples", expected.0.len());
        for (heard, name) in heard.iter_mut().zip(["gates", "words"]) {
            assert!(*heard == expected, "{name}, codec is master: {is_master}");
        }
    }
}

#[test]
fn designs_without_audio_have_no_codec() {
    assert!(ForeignBoard::new(design("counters")).codec().is_none());
}
