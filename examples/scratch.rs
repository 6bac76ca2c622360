use baccarat::{engine::*, gates::*, hands::*};
fn main() {
    for c in [Clocking::Direct, Clocking::Synchronised] {
        for e in [Execution::Fastest, Execution::Interpreted] {
            let d = design(c).unwrap();
            let t = std::time::Instant::now();
            let r = play_every_hand(&d, c, e, &|_| {}).unwrap();
            let el = t.elapsed();
            match r {
                Ok(r) => println!(
                    "{c:?} {e:?} {:?} inf {:?} 8 {:?}",
                    el,
                    r.tally(None),
                    r.tally(Some(8))
                ),
                Err(m) => println!("{c:?} {m:?} {el:?}"),
            }
        }
    }
}
