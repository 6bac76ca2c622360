//! The designs in the tests of `rust-hdl`. What a testbench drives and reads inside a design are
//! its ports here.

use crate::case::Section;

const OWN_INPUTS: &str = "its testbench in Rust takes the place of the controller: the kernel drives inputs of the block itself";
const TWO_LEVELS: &str =
    "its testbench in Rust drives ports two levels inside, which nothing else does";

files! { main_tests, "rust-hdl";
    core_dff_with_init {
        DFFWithNonzeroInit = DFFWithNonzeroInit::default(), DFFWithNonzeroInit { clock, count };
    }
    core_expander {
        ExpanderTest = ExpanderTest::new(WordOrder::MostSignificantFirst), ExpanderTest { clock, fifo_in.write, fifo_in.data_in, fifo_out.read, fifo_in.data_out, fifo_in.empty, fifo_in.almost_empty, fifo_in.underflow, fifo_in.full, fifo_in.almost_full, fifo_in.overflow, fifo_out.data_out, fifo_out.empty, fifo_out.almost_empty, fifo_out.underflow, fifo_out.full, fifo_out.almost_full, fifo_out.overflow };
        FattenTest = FattenTest::new(WordOrder::LeastSignificantFirst), FattenTest { clock, fifo.data_in, fifo.write, fifo.read, fifo.full, fifo.data_out, fifo.empty };
    }
    core_fifo {
        SyncVecTest = SyncVecTest::default(), SyncVecTest { clock1, clock2, sender.sig_in, sender.send, sender.sig_cross, sender.flag_out, sender.busy };
        SynchronousFIFOTest = SynchronousFIFOTest::default(), SynchronousFIFOTest { clock, fifo.read, fifo.write, fifo.data_in, fifo.data_out, fifo.empty, fifo.almost_empty, fifo.underflow, fifo.full, fifo.almost_full, fifo.overflow };
        BigFIFOTest = BigFIFOTest::default(), BigFIFOTest { clock, fifo.read, fifo.write, fifo.data_in, fifo.data_out, fifo.empty, fifo.almost_empty, fifo.underflow, fifo.full, fifo.almost_full, fifo.overflow };
        AsynchronousFIFOTest = AsynchronousFIFOTest::default(), AsynchronousFIFOTest { read_clock, write_clock, fifo.read, fifo.write, fifo.data_in, fifo.data_out, fifo.empty, fifo.almost_empty, fifo.underflow, fifo.read_fill, fifo.full, fifo.almost_full, fifo.overflow, fifo.write_fill };
        AsyncBigFIFOTest = AsyncBigFIFOTest::default(), AsyncBigFIFOTest { read_clock, write_clock, fifo.read, fifo.write, fifo.data_in, fifo.data_out, fifo.empty, fifo.almost_empty, fifo.underflow, fifo.read_fill, fifo.full, fifo.almost_full, fifo.overflow, fifo.write_fill };
    }
    core_hls_controller {
        ControllerTest = ControllerTest::default() => |case| case.reason(OWN_INPUTS);
    }
    core_hls_fifo {
        HLSFIFOTest = HLSFIFOTest::default(), HLSFIFOTest { clock, fifo.bus_write.data, fifo.bus_write.write, fifo.bus_read.read, fifo.bus_write.full, fifo.bus_write.almost_full, fifo.bus_read.data, fifo.bus_read.empty, fifo.bus_read.almost_empty };
    }
    core_hls_host {
        HostTest = HostTest::default(), HostTest { bidi_clock, sys_clock, pc_to_host.bus_write.data, pc_to_host.bus_write.write, host_to_pc.bus_read.read, iport.port_in, iport.ready_in, fport.fifo_bus.data, fport.fifo_bus.write, pc_to_host.bus_write.full, pc_to_host.bus_write.almost_full, pc_to_host.bus_read.data, pc_to_host.bus_read.empty, pc_to_host.bus_read.almost_empty, host_to_pc.bus_write.full, host_to_pc.bus_write.almost_full, host_to_pc.bus_read.data, host_to_pc.bus_read.empty, host_to_pc.bus_read.almost_empty, iport.bus.to_controller, iport.bus.ready, iport.clock_out, iport.strobe_out, fport.bus.to_controller, fport.bus.ready, fport.fifo_bus.full, fport.fifo_bus.almost_full };
    }
    core_hls_miso_port {
        MISOPortTest = MISOPortTest::default() => |case| case.reason(OWN_INPUTS);
        MISOWidePortTest = MISOWidePortTest::default() => |case| case.reason(OWN_INPUTS);
        MISOPortFIFOTest = MISOPortFIFOTest::default() => |case| case.reason(OWN_INPUTS);
    }
    core_hls_mosi_port {
        MOSIPortTest = MOSIPortTest::default() => |case| case.reason(OWN_INPUTS);
        MOSIWidePortTest = MOSIWidePortTest::default() => |case| case.reason(OWN_INPUTS);
        MOSIPortFIFOTest = MOSIPortFIFOTest::default() => |case| case.reason(OWN_INPUTS);
    }
    core_hls_router {
        RouterTest = RouterTest::default(), RouterTest { clock, router.upstream.address, router.upstream.address_strobe, router.upstream.from_controller, router.upstream.strobe, router.upstream.to_controller, router.upstream.ready, router.nodes[0].ready, router.nodes[0].to_controller, router.nodes[0].address, router.nodes[0].address_strobe, router.nodes[0].from_controller, router.nodes[0].strobe, router.nodes[0].clock, router.nodes[1].ready, router.nodes[1].to_controller, router.nodes[1].address, router.nodes[1].address_strobe, router.nodes[1].from_controller, router.nodes[1].strobe, router.nodes[1].clock, router.nodes[2].ready, router.nodes[2].to_controller, router.nodes[2].address, router.nodes[2].address_strobe, router.nodes[2].from_controller, router.nodes[2].strobe, router.nodes[2].clock, router.nodes[3].ready, router.nodes[3].to_controller, router.nodes[3].address, router.nodes[3].address_strobe, router.nodes[3].from_controller, router.nodes[3].strobe, router.nodes[3].clock, router.nodes[4].ready, router.nodes[4].to_controller, router.nodes[4].address, router.nodes[4].address_strobe, router.nodes[4].from_controller, router.nodes[4].strobe, router.nodes[4].clock, router.nodes[5].ready, router.nodes[5].to_controller, router.nodes[5].address, router.nodes[5].address_strobe, router.nodes[5].from_controller, router.nodes[5].strobe, router.nodes[5].clock };
        RouterTestDevice = RouterTestDevice::default(), RouterTestDevice { upstream.address, upstream.address_strobe, upstream.from_controller, upstream.strobe, upstream.clock, upstream.to_controller, upstream.ready };
        RouterTestSetup = RouterTestSetup::default(), RouterTestSetup { upstream.address, upstream.address_strobe, upstream.from_controller, upstream.strobe, upstream.clock, upstream.to_controller, upstream.ready };
    }
    core_hls_router_stack {
        BridgeTest = BridgeTest::default(), BridgeTest { upstream.address, upstream.address_strobe, upstream.from_controller, upstream.strobe, upstream.clock, port_a.ready, port_b.port_in, port_b.ready_in, upstream.to_controller, upstream.ready, port_a.bus.to_controller, port_a.bus.ready, port_a.port_out, port_a.strobe_out, port_a.clock_out, port_b.bus.to_controller, port_b.bus.ready, port_b.clock_out, port_b.strobe_out };
        BridgePair = BridgePair::default() => |case| case.reason(TWO_LEVELS);
        RouterNest = RouterNest::default() => |case| case.reason(TWO_LEVELS);
        HLSTester = HLSTester::default(), HLSTester { upstream.address, upstream.address_strobe, upstream.from_controller, upstream.strobe, upstream.clock, upstream.to_controller, upstream.ready };
        HLSLevel2 = HLSLevel2::default(), HLSLevel2 { upstream.address, upstream.address_strobe, upstream.from_controller, upstream.strobe, upstream.clock, upstream.to_controller, upstream.ready };
        HLSLevel1 = HLSLevel1::default(), HLSLevel1 { upstream.address, upstream.address_strobe, upstream.from_controller, upstream.strobe, upstream.clock, upstream.to_controller, upstream.ready };
        HLSLevel0 = HLSLevel0::default(), HLSLevel0 { upstream.address, upstream.address_strobe, upstream.from_controller, upstream.strobe, upstream.clock, upstream.to_controller, upstream.ready };
    }
    core_hls_sdram_controller_test {
        HostSDRAMControllerTest = HostSDRAMControllerTest::default(), HostSDRAMControllerTest { bidi_clock, sys_clock, pc_to_host.bus_write.data, pc_to_host.bus_write.write, host_to_pc.bus_read.read, pc_to_host.bus_write.full, pc_to_host.bus_write.almost_full, pc_to_host.bus_read.data, pc_to_host.bus_read.empty, pc_to_host.bus_read.almost_empty, host_to_pc.bus_write.full, host_to_pc.bus_write.almost_full, host_to_pc.bus_read.data, host_to_pc.bus_read.empty, host_to_pc.bus_read.almost_empty };
    }
    core_hls_sdram_controller_tester {
        HostSDRAMControllerFixture = HostSDRAMControllerFixture::default(), HostSDRAMControllerFixture { bidi_clock, sys_clock, pc_to_host.bus_write.data, pc_to_host.bus_write.write, host_to_pc.bus_read.read, pc_to_host.bus_write.full, pc_to_host.bus_write.almost_full, pc_to_host.bus_read.data, pc_to_host.bus_read.empty, pc_to_host.bus_read.almost_empty, host_to_pc.bus_write.full, host_to_pc.bus_write.almost_full, host_to_pc.bus_read.data, host_to_pc.bus_read.empty, host_to_pc.bus_read.almost_empty };
    }
    core_hls_sdram_fifo {
        HLSSDRAMFIFOTest = HLSSDRAMFIFOTest::default(), HLSSDRAMFIFOTest { clock, fifo.bus_write.data, fifo.bus_write.write, fifo.bus_read.read, fifo.sdram.clk, fifo.sdram.we_not, fifo.sdram.cas_not, fifo.sdram.ras_not, fifo.sdram.cs_not, fifo.sdram.bank, fifo.sdram.address, fifo.sdram.write_data, fifo.sdram.write_enable, fifo.bus_write.full, fifo.bus_write.almost_full, fifo.bus_read.data, fifo.bus_read.empty, fifo.bus_read.almost_empty };
    }
    core_hls_spi {
        SPITest = SPITest::default(), SPITest { bidi_clock, sys_clock, spi.miso, pc_to_host.bus_write.data, pc_to_host.bus_write.write, host_to_pc.bus_read.read, spi.mosi, spi.msel, spi.mclk, pc_to_host.bus_write.full, pc_to_host.bus_write.almost_full, pc_to_host.bus_read.data, pc_to_host.bus_read.empty, pc_to_host.bus_read.almost_empty, host_to_pc.bus_write.full, host_to_pc.bus_write.almost_full, host_to_pc.bus_read.data, host_to_pc.bus_read.empty, host_to_pc.bus_read.almost_empty };
    }
    core_hls_spi_dm {
        SPITest = SPITest::default(), SPITest { bidi_clock, sys_clock, spi.miso, pc_to_host.bus_write.data, pc_to_host.bus_write.write, host_to_pc.bus_read.read, spi.mosi, spi.msel, spi.mclk, pc_to_host.bus_write.full, pc_to_host.bus_write.almost_full, pc_to_host.bus_read.data, pc_to_host.bus_read.empty, pc_to_host.bus_read.almost_empty, host_to_pc.bus_write.full, host_to_pc.bus_write.almost_full, host_to_pc.bus_read.data, host_to_pc.bus_read.empty, host_to_pc.bus_read.almost_empty };
    }
    core_hls_spi_mux {
        SPIMuxTest = SPIMuxTest::default(), SPIMuxTest { bidi_clock, sys_clock, spi.miso, pc_to_host.bus_write.data, pc_to_host.bus_write.write, host_to_pc.bus_read.read, spi.mosi, spi.msel, spi.mclk, pc_to_host.bus_write.full, pc_to_host.bus_write.almost_full, pc_to_host.bus_read.data, pc_to_host.bus_read.empty, pc_to_host.bus_read.almost_empty, host_to_pc.bus_write.full, host_to_pc.bus_write.almost_full, host_to_pc.bus_read.data, host_to_pc.bus_read.empty, host_to_pc.bus_read.almost_empty };
    }
    core_hls_spi_mux_slaves {
        SPIMuxSlavesTest = SPIMuxSlavesTest::default(), SPIMuxSlavesTest { bidi_clock, sys_clock, pc_to_host.bus_write.data, pc_to_host.bus_write.write, host_to_pc.bus_read.read, pc_to_host.bus_write.full, pc_to_host.bus_write.almost_full, pc_to_host.bus_read.data, pc_to_host.bus_read.empty, pc_to_host.bus_read.almost_empty, host_to_pc.bus_write.full, host_to_pc.bus_write.almost_full, host_to_pc.bus_read.data, host_to_pc.bus_read.empty, host_to_pc.bus_read.almost_empty };
    }
    core_pwm {
        PWMTest = PWMTest::default(), PWMTest { clock, pwm.active };
    }
    core_ram {
        RAMTest = RAMTest::new(), RAMTest { clock, ram.read_address, ram.write_address, ram.write_data, ram.write_enable, ram.read_data };
    }
    core_reducer {
        ReducerTest = ReducerTest::new(WordOrder::MostSignificantFirst), ReducerTest { clock, fifo_in.write, fifo_in.data_in, fifo_out.read, fifo_in.data_out, fifo_in.empty, fifo_in.almost_empty, fifo_in.underflow, fifo_in.full, fifo_in.almost_full, fifo_in.overflow, fifo_out.data_out, fifo_out.empty, fifo_out.almost_empty, fifo_out.underflow, fifo_out.full, fifo_out.almost_full, fifo_out.overflow };
        SlimTest = SlimTest::new(WordOrder::LeastSignificantFirst), SlimTest { clock, fifo.data_in, fifo.write, fifo.read, fifo.full, fifo.data_out, fifo.empty };
    }
    core_reg_fifo {
        RegFIFOTest = RegFIFOTest::default(), RegFIFOTest { clock, in_fifo.write, in_fifo.data_in, out_fifo.read, in_fifo.data_out, in_fifo.empty, in_fifo.almost_empty, in_fifo.underflow, in_fifo.full, in_fifo.almost_full, in_fifo.overflow, out_fifo.data_out, out_fifo.empty, out_fifo.almost_empty, out_fifo.underflow, out_fifo.full, out_fifo.almost_full, out_fifo.overflow };
    }
    core_rom {
        ROMTest = ROMTest::new(), ROMTest { rom.address, rom.data };
    }
    core_sdram {
        TestSDRAMDevice = make_test_device(), TestSDRAMDevice { clock, cntrl.data_in, cntrl.cmd_strobe, cntrl.cmd_address, cntrl.write_not_read, cntrl.busy, cntrl.data_out, cntrl.data_valid, dram.test_error, dram.test_ready };
    }
    core_sdram_burst {
        TestSDRAMDevice = make_test_device(), TestSDRAMDevice { clock, cntrl.data_in, cntrl.cmd_strobe, cntrl.cmd_address, cntrl.write_not_read, cntrl.busy, cntrl.data_out, cntrl.data_valid, cntrl.data_strobe, dram.test_error, dram.test_ready };
    }
    core_signed {
        CircuitSigned = CircuitSigned::default(), CircuitSigned { x, z };
        TestCircuit = TestCircuit::default(), TestCircuit { x, y, z };
    }
    core_spi {
        SPITestAsync = SPITestAsync::default(), SPITestAsync { clock, bus.miso, master.bits_outbound, master.data_outbound, master.start_send, master.continued_transaction, bus.mosi, bus.msel, bus.mclk, master.data_inbound, master.transfer_done, master.busy, master.wires.mosi, master.wires.msel, master.wires.mclk } => |case| case.within("master_bits_outbound", 0..=64);
        SPITestPair = SPITestPair::new(mk_spi_config([true; 4])), SPITestPair { clock, master.bits_outbound, master.data_outbound, master.start_send, master.continued_transaction, slave.disabled, slave.start_send, slave.data_outbound, slave.bits, slave.continued_transaction, master.data_inbound, master.transfer_done, master.busy, master.wires.mosi, master.wires.msel, master.wires.mclk, slave.wires.miso, slave.busy, slave.data_inbound, slave.transfer_done } => |case| case.within("master_bits_outbound", 0..=64).within("slave_bits", 1..=64);
    }
    core_struct_valued {
        MIGTester = MIGTester::default() => |case| case.reason("not simulated: its input is a struct, which is set from bits only with `FromBits`, which it does not derive");
    }
    core_sync_rom {
        SyncROMTest = SyncROMTest::new(), SyncROMTest { rom.clock, rom.address, rom.data };
    }
    core_tristate_test {
        BusTest = BusTest::default();
    }
}

files! { core_tests, "rust-hdl-core";
    bitcast_test {
        Issue11TestCase = Issue11TestCase::default(), Issue11TestCase { g, f };
    }
}

pub fn section() -> Section {
    let cases = main_tests().into_iter().chain(core_tests()).collect();
    Section { library: "rust-hdl", title: "Designs in tests", cases }
}
