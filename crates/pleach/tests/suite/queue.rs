//! Runs jobs on all cores.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Does every job, as many at a time as there are cores. The results are in the order of the jobs.
pub fn work<J: Sync, R: Send>(jobs: &[J], perform: impl Fn(&J) -> R + Sync) -> Vec<R> {
    let workers = thread::available_parallelism().map_or(1, usize::from).min(jobs.len());
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((number, job)) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|number| Some((number, jobs.get(number)?)))
                {
                    let result = perform(job);
                    done.lock().expect("no worker panics while it holds the results").push((number, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("every worker has ended");
    done.sort_by_key(|&(number, _)| number);
    done.into_iter().map(|(_, result)| result).collect()
}
