// One measured figure: our value, its limit from the same run, the ratio, the goal, and the context needed to judge it.
import { availableParallelism, cpus, loadavg } from 'node:os';
import type { CpuShare } from './load/cpu-share.ts';
import { median, type Rounds } from './statistics.ts';

export interface Goal {
  /** What the goal applies to: our value divided by the limit, or our value alone. */
  of: 'ratio' | 'ours';
  at: 'least' | 'most';
  value: number;
}

export interface Figure {
  id: string;
  work: string;
  unit: string;
  ours: number;
  limit: number | null;
  limit_is: string | null;
  ratio: number | null;
  goal: Goal | null;
  met: boolean | null;
  rounds: Rounds;
  cpu: CpuShare | null;
  notes: string[];
  measured_at: string;
  /** The processor: rows are measured on different days, and machines. */
  measured_on: string;
}

export interface Options {
  rounds: number;
  /** Length of one measured interval. */
  seconds: number;
  /** Waiting clients of P7, P8 and churn; subscribers of P3. Smaller than 10,000 only while developing the benchmark. */
  crowd: number;
}

export interface Row {
  id: string;
  title: string;
  run(options: Options): Promise<Figure[]>;
}

export interface Measured {
  id: string;
  work: string;
  unit: string;
  rounds: Rounds;
  limit_is?: string;
  goal?: Goal;
  cpu?: CpuShare | undefined;
  notes?: string[];
}

export function figure(measured: Measured): Figure {
  const { rounds, goal } = measured;
  const ours = median(rounds.ours);
  const limit = rounds.limit.length > 0 ? median(rounds.limit) : null;
  const ratio = limit === null ? null : ours / limit;
  const held = goal?.of === 'ratio' ? ratio : ours;
  if (goal?.of === 'ratio' && ratio === null) throw new Error(`${measured.id}: a goal on a ratio needs a limit`);
  return {
    id: measured.id,
    work: measured.work,
    unit: measured.unit,
    ours,
    limit,
    limit_is: measured.limit_is ?? null,
    ratio,
    goal: goal ?? null,
    met: goal === undefined ? null : goal.at === 'least' ? held! >= goal.value : held! <= goal.value,
    rounds,
    cpu: measured.cpu ?? null,
    notes: [...(measured.notes ?? []), ...busyNote()],
    measured_at: new Date().toISOString(),
    measured_on: cpus()[0]?.model ?? 'unknown',
  };
}

/** A row and its load keep two or three processes busy; more are other programs. */
const OWN_LOAD = 4;

/** The state of the machine at that moment. */
function busyNote(): string[] {
  const load = loadavg()[0]!;
  if (load <= OWN_LOAD) return [];
  return [`measured while others used the machine: load average ${load.toFixed(1)} on ${availableParallelism()} cores`];
}
