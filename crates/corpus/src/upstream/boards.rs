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

files! { alchitry, "rust-hdl-bsp-alchitry-cu";
    bsp_alchitry_cu_pulser {
        AlchitryCuPulser = AlchitryCuPulser::default(), AlchitryCuPulser { clock, leds };
    }
    bsp_alchitry_cu_pulser_pll {
        AlchitryCuPulserPLL = AlchitryCuPulserPLL::default();
    }
    bsp_alchitry_cu_pwm {
        AlchitryCuPWM = AlchitryCuPWM::<6>::new(6_000), AlchitryCuPWM<6> { clock, leds };
    }
    bsp_alchitry_cu_pwm_vec {
        AlchitryCuPWMVec = AlchitryCuPWMVec::<6>::new(6_000), AlchitryCuPWMVec<6> { clock, leds };
    }
    bsp_alchitry_cu_pwm_vec_srom {
        AlchitryCuPWMVecSyncROM = AlchitryCuPWMVecSyncROM::<6>::new(25_000_000);
    }
}

files! { xem6010, "rust-hdl-bsp-ok-xem6010";
    bsp_ok_xem6010_ddr {
        OpalKellyDownloadDDRFIFOStressTest = OpalKellyDownloadDDRFIFOStressTest::default();
    }
    bsp_ok_xem6010_hls_bridge {
        OpalKellyHLSBridgeTest = OpalKellyHLSBridgeTest::default();
    }
    bsp_ok_xem6010_mig {
        OpalKellyXEM6010MIGTest = OpalKellyXEM6010MIGTest::default();
    }
    bsp_ok_xem6010_pipe_afifo {
        OpalKellyPipeAFIFOTest = OpalKellyPipeAFIFOTest::new::<XEM6010>();
    }
    bsp_ok_xem6010_pipe_bt {
        OpalKellyBTPipeOutTest = OpalKellyBTPipeOutTest::new();
    }
    bsp_ok_xem6010_pll {
        OpalKellyPLLTest = OpalKellyPLLTest::default();
    }
    bsp_ok_xem6010_sdram_fifo_tester {
        SDRAMSimulatedFIFOTester = SDRAMSimulatedFIFOTester::new::<XEM6010>();
    }
    bsp_ok_xem6010_soc_test {
        OpalKellySoCTest = OpalKellySoCTest::default();
    }
    bsp_ok_xem6010_tristate {
        OpalKellyTristateBuffer = OpalKellyTristateBuffer::default();
    }
}

files! { xem7010, "rust-hdl-bsp-ok-xem7010";
    bsp_ok_xem7010_ddr {
        OpalKellyDDR7Test = OpalKellyDDR7Test::default() => |case| case.reason(WIDE_SHIFT);
    }
    bsp_ok_xem7010_ddr_fifo {
        OpalKellyDownloadDDRFIFO7SeriesStressTest =
            OpalKellyDownloadDDRFIFO7SeriesStressTest::default() => |case| case.reason(WIDE_SHIFT);
    }
    bsp_ok_xem7010_fast_blinky {
        OpalKellyFastBlinky = OpalKellyFastBlinky::new::<XEM7010>();
    }
    bsp_ok_xem7010_mig {
        OpalKellyXEM7010MIGTest = OpalKellyXEM7010MIGTest::default() => |case| case.reason(WIDE_SHIFT);
    }
    bsp_ok_xem7010_pipe {
        OpalKellyBTPipeOut7Test = OpalKellyBTPipeOut7Test::new();
    }
    bsp_ok_xem7010_pipe_afifo {
        OpalKellyPipeAFIFOTest = OpalKellyPipeAFIFOTest::new::<XEM7010>();
    }
}

/// Returns a section for each board.
pub fn sections() -> Vec<Section> {
    let pll = emitted("ICE40PLLBlock", "100 to 25 MHz", || {
        Box::new(ICE40PLLBlock::<100_000_000, 25_000_000>::default())
    });
    vec![
        section("rust-hdl-bsp-alchitry-cu", "Alchitry Cu", vec![pll], alchitry()),
        section("rust-hdl-bsp-ok-xem6010", "XEM6010", common::<XEM6010>(), xem6010()),
        section("rust-hdl-bsp-ok-xem7010", "XEM7010", common::<XEM7010>(), xem7010()),
    ]
}

fn section(
    library: &'static str,
    title: &'static str,
    mut cases: Vec<Case>,
    own: Vec<Case>,
) -> Section {
    cases.extend(own);
    Section { library, title, cases }
}
