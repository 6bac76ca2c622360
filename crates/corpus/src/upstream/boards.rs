//! The designs of `rust-hdl`'s board crates. Most contain vendors' primitives, which are black
//! boxes.

use rust_hdl::fpga::lattice::ice40::ice_pll::ICE40PLLBlock;
use rust_hdl_bsp_ok_xem6010::xem6010::XEM6010;
use rust_hdl_bsp_ok_xem7010::xem7010::XEM7010;
use rust_hdl_ok_core::core::bsp::OpalKellyBSP;
use rust_hdl_ok_core::test_common::blinky::OpalKellyBlinky;
use rust_hdl_ok_core::test_common::download::{
    OpalKellyDownload32FIFOTest, OpalKellyDownloadFIFOTest,
};
use rust_hdl_ok_core::test_common::fir::OpalKellyFIRTest;
use rust_hdl_ok_core::test_common::mux_spi::OpalKellySPIMuxTest;
use rust_hdl_ok_core::test_common::pipe::{
    OpalKellyPipeFIFOTest, OpalKellyPipeRAMTest, OpalKellyPipeTest,
};
use rust_hdl_ok_core::test_common::spi::OpalKellySPITest;
use rust_hdl_ok_core::test_common::wave::OpalKellyWave;
use rust_hdl_ok_core::test_common::wire::OpalKellyWireTest;

use crate::case::{Case, Section, emitted};

const WIDE_SHIFT: &str = "its `FIFOExpanderN` shifts by `Bits<128>`, on which rust-hdl panics; so it cannot be simulated in Rust either";

/// Declares the designs that every board of Opal Kelly can have.
macro_rules! for_every_board {
    ($($design:ident),* $(,)?) => {
        fn common<B: OpalKellyBSP + 'static>() -> Vec<Case> {
            vec![$(emitted(stringify!($design), "", || Box::new($design::new::<B>()))),*]
        }
    };
}

for_every_board! {
    OpalKellyBlinky,
    OpalKellyWireTest,
    OpalKellyWave,
    OpalKellySPITest,
    OpalKellySPIMuxTest,
    OpalKellyPipeTest,
    OpalKellyPipeRAMTest,
    OpalKellyPipeFIFOTest,
    OpalKellyDownloadFIFOTest,
    OpalKellyDownload32FIFOTest,
    OpalKellyFIRTest,
}

file!(bsp_alchitry_cu_pulser, "rust-hdl-bsp-alchitry-cu", {
    AlchitryCuPulser = AlchitryCuPulser::default(), AlchitryCuPulser { clock, leds };
});

file!(bsp_alchitry_cu_pulser_pll, "rust-hdl-bsp-alchitry-cu", {
    AlchitryCuPulserPLL = AlchitryCuPulserPLL::default();
});

file!(bsp_alchitry_cu_pwm, "rust-hdl-bsp-alchitry-cu", {
    AlchitryCuPWM = AlchitryCuPWM::<6>::new(6_000), AlchitryCuPWM<6> { clock, leds };
});

file!(bsp_alchitry_cu_pwm_vec, "rust-hdl-bsp-alchitry-cu", {
    AlchitryCuPWMVec = AlchitryCuPWMVec::<6>::new(6_000), AlchitryCuPWMVec<6> { clock, leds };
});

file!(bsp_alchitry_cu_pwm_vec_srom, "rust-hdl-bsp-alchitry-cu", {
    AlchitryCuPWMVecSyncROM = AlchitryCuPWMVecSyncROM::<6>::new(25_000_000);
});

file!(bsp_ok_xem6010_ddr, "rust-hdl-bsp-ok-xem6010", {
    OpalKellyDownloadDDRFIFOStressTest = OpalKellyDownloadDDRFIFOStressTest::default();
});

file!(bsp_ok_xem6010_hls_bridge, "rust-hdl-bsp-ok-xem6010", {
    OpalKellyHLSBridgeTest = OpalKellyHLSBridgeTest::default();
});

file!(bsp_ok_xem6010_mig, "rust-hdl-bsp-ok-xem6010", {
    OpalKellyXEM6010MIGTest = OpalKellyXEM6010MIGTest::default();
});

file!(bsp_ok_xem6010_pipe_afifo, "rust-hdl-bsp-ok-xem6010", {
    OpalKellyPipeAFIFOTest = OpalKellyPipeAFIFOTest::new::<XEM6010>();
});

file!(bsp_ok_xem6010_pipe_bt, "rust-hdl-bsp-ok-xem6010", {
    OpalKellyBTPipeOutTest = OpalKellyBTPipeOutTest::new();
});

file!(bsp_ok_xem6010_pll, "rust-hdl-bsp-ok-xem6010", {
    OpalKellyPLLTest = OpalKellyPLLTest::default();
});

file!(bsp_ok_xem6010_sdram_fifo_tester, "rust-hdl-bsp-ok-xem6010", {
    SDRAMSimulatedFIFOTester = SDRAMSimulatedFIFOTester::new::<XEM6010>();
});

file!(bsp_ok_xem6010_soc_test, "rust-hdl-bsp-ok-xem6010", {
    OpalKellySoCTest = OpalKellySoCTest::default();
});

file!(bsp_ok_xem6010_tristate, "rust-hdl-bsp-ok-xem6010", {
    OpalKellyTristateBuffer = OpalKellyTristateBuffer::default();
});

file!(bsp_ok_xem7010_ddr, "rust-hdl-bsp-ok-xem7010", {
    OpalKellyDDR7Test = OpalKellyDDR7Test::default() => |case| case.reason(WIDE_SHIFT);
});

file!(bsp_ok_xem7010_ddr_fifo, "rust-hdl-bsp-ok-xem7010", {
    OpalKellyDownloadDDRFIFO7SeriesStressTest =
        OpalKellyDownloadDDRFIFO7SeriesStressTest::default() => |case| case.reason(WIDE_SHIFT);
});

file!(bsp_ok_xem7010_fast_blinky, "rust-hdl-bsp-ok-xem7010", {
    OpalKellyFastBlinky = OpalKellyFastBlinky::new::<XEM7010>();
});

file!(bsp_ok_xem7010_mig, "rust-hdl-bsp-ok-xem7010", {
    OpalKellyXEM7010MIGTest = OpalKellyXEM7010MIGTest::default() => |case| case.reason(WIDE_SHIFT);
});

file!(bsp_ok_xem7010_pipe, "rust-hdl-bsp-ok-xem7010", {
    OpalKellyBTPipeOut7Test = OpalKellyBTPipeOut7Test::new();
});

file!(bsp_ok_xem7010_pipe_afifo, "rust-hdl-bsp-ok-xem7010", {
    OpalKellyPipeAFIFOTest = OpalKellyPipeAFIFOTest::new::<XEM7010>();
});

/// Returns a section for each board.
pub fn sections() -> Vec<Section> {
    let pll = emitted("ICE40PLLBlock", "100 to 25 MHz", || {
        Box::new(ICE40PLLBlock::<100_000_000, 25_000_000>::default())
    });
    let alchitry = [
        vec![pll],
        bsp_alchitry_cu_pulser::cases(),
        bsp_alchitry_cu_pulser_pll::cases(),
        bsp_alchitry_cu_pwm::cases(),
        bsp_alchitry_cu_pwm_vec::cases(),
        bsp_alchitry_cu_pwm_vec_srom::cases(),
    ];
    let xem6010 = [
        common::<XEM6010>(),
        bsp_ok_xem6010_ddr::cases(),
        bsp_ok_xem6010_hls_bridge::cases(),
        bsp_ok_xem6010_mig::cases(),
        bsp_ok_xem6010_pipe_afifo::cases(),
        bsp_ok_xem6010_pipe_bt::cases(),
        bsp_ok_xem6010_pll::cases(),
        bsp_ok_xem6010_sdram_fifo_tester::cases(),
        bsp_ok_xem6010_soc_test::cases(),
        bsp_ok_xem6010_tristate::cases(),
    ];
    let xem7010 = [
        common::<XEM7010>(),
        bsp_ok_xem7010_ddr::cases(),
        bsp_ok_xem7010_ddr_fifo::cases(),
        bsp_ok_xem7010_fast_blinky::cases(),
        bsp_ok_xem7010_mig::cases(),
        bsp_ok_xem7010_pipe::cases(),
        bsp_ok_xem7010_pipe_afifo::cases(),
    ];
    vec![
        Section { library: "rust-hdl-bsp-alchitry-cu", title: "Alchitry Cu", cases: all(alchitry) },
        Section { library: "rust-hdl-bsp-ok-xem6010", title: "XEM6010", cases: all(xem6010) },
        Section { library: "rust-hdl-bsp-ok-xem7010", title: "XEM7010", cases: all(xem7010) },
    ]
}

fn all<const N: usize>(cases: [Vec<Case>; N]) -> Vec<Case> {
    cases.into_iter().flatten().collect()
}
