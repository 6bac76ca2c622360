//! The audio codec of a foreign design as messages.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::protocol::{AudioState, Reply};
use crate::real_time::{CLOCK_50, RealTimeClock};
use virtual_board::{Codec, ForeignBoard};

/// How much simulated time may differ from real time, for samples to be heard.
const TOLERANCE: f64 = 0.03;

/// What the page shows of the codec.
pub fn state(board: &ForeignBoard, clock: &RealTimeClock) -> Option<AudioState> {
    let codec = board.codec()?;
    let reading = codec.reading(board.cycle());
    let unused = 32 - codec.registers().format().bits;
    let peaks = reading.map(|reading| reading.peaks).unwrap_or_default();
    Some(AudioState {
        silence: codec.silence(board.cycle()).map(|silence| silence.to_string()),
        settings: codec.registers().to_string(),
        rate: rate(board),
        peaks: peaks.map(|peak| peak >> unused),
        full_scale: 1 << (31 - unused),
        in_real_time: is_in_real_time(clock),
    })
}

/// The samples to be heard since the last call, if sound is on and they can be heard.
pub fn samples(board: &mut ForeignBoard, clock: &RealTimeClock, is_on: bool) -> Option<Reply> {
    board.codec_mut()?.listen(is_on);
    let samples = board.codec_mut().map(Codec::heard)?;
    let rate = rate(board).filter(|_| is_in_real_time(clock) && !samples.is_empty())?;
    let bytes: Vec<u8> = samples.as_flattened().iter().flat_map(|one| one.to_le_bytes()).collect();
    Some(Reply::Samples { rate, samples: STANDARD.encode(bytes) })
}

fn rate(board: &ForeignBoard) -> Option<u32> {
    let reading = board.codec()?.reading(board.cycle())?;
    Some(reading.rate.round() as u32)
}

fn is_in_real_time(clock: &RealTimeClock) -> bool {
    clock.rate().is_some_and(|rate| (rate / CLOCK_50 - 1.0).abs() <= TOLERANCE)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use super::*;
    use de1_soc::is_high_at_power_up;
    use foreign_designs::ForeignDesign;

    #[test]
    fn samples_are_sent_while_simulated_time_is_real_time() {
        let tune = test_netlists::gates("tune");
        let design = ForeignDesign::from_netlist(&tune, is_high_at_power_up).expect("a design");
        let mut board = ForeignBoard::new(Arc::new(design));
        let (mut now, mut cycle) = (Instant::now(), 0);
        let mut clock = RealTimeClock::new(now);
        let run = |board: &mut ForeignBoard, cycles| {
            board.run(cycles, Instant::now() + Duration::from_secs(600))
        };
        run(&mut board, 125_000);
        assert_eq!(samples(&mut board, &clock, true), None);
        for (rate, is_heard) in [(50_000_000, true), (10_000_000, false), (49_000_000, true)] {
            now += Duration::from_secs(1);
            clock.catch_up::<()>(cycle, now, |_, _| Ok(rate)).expect("some cycles");
            cycle += rate;
            assert_eq!(state(&board, &clock).expect("a codec").in_real_time, is_heard, "{rate}");
            run(&mut board, 20 * 1_024);
            let reply = samples(&mut board, &clock, true);
            assert_eq!(reply.is_some(), is_heard, "{rate}");
            if let Some(Reply::Samples { rate, samples }) = reply {
                assert_eq!(rate, 48_828);
                let bytes = STANDARD.decode(samples).expect("Base64");
                assert_eq!(bytes.len() % 4, 0);
                assert!((19 * 4..=21 * 4).contains(&bytes.len()), "{} bytes", bytes.len());
                let left = i16::from_le_bytes([bytes[0], bytes[1]]);
                assert_eq!(left.unsigned_abs(), 0x2000);
            }
        }
        run(&mut board, 20 * 1_024);
        assert_eq!(samples(&mut board, &clock, false), None);
        assert_eq!(samples(&mut board, &clock, true), None, "nothing of the time before is kept");
        let state = state(&board, &clock).expect("a codec");
        assert_eq!((state.peaks[0], state.full_scale, state.rate), (0x2000, 0x8000, Some(48_828)));
        assert_eq!(state.silence, None);
    }
}
