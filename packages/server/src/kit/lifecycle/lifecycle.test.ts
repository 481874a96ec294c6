// The stack of started components.
import { describe, expect, it } from 'bun:test';
import { type Component, Lifecycle } from './lifecycle.ts';

/** A lifecycle that collects reports, and components that record what happens to them. */
function stage(timeout_ms = 15_000) {
  const reported: string[] = [];
  const happened: string[] = [];
  const life = new Lifecycle((error) => reported.push((error as Error).message), timeout_ms);
  const noting = (name: string, other: Partial<Component> = {}): Component => ({
    start: () => happened.push(`start ${name}`),
    stop: () => happened.push(`stop ${name}`),
    ...other,
  });
  return { life, reported, happened, noting };
}

describe('a stop', () => {
  it('[CL19] a failing or hanging step does not stop the others and is reported by name', async () => {
    const { life, reported, happened, noting } = stage(50);
    const throwNow = () => {
      throw new Error('no');
    };
    await life.start('store', noting('store'));
    await life.start('presence', { stop: throwNow });
    await life.start('files', { stop: () => new Promise(() => {}) });
    await life.start('jobs', { stop: () => Promise.reject(new Error('the database does not answer')) });
    await life.stop();
    expect(happened).toEqual(['start store', 'stop store']);
    expect(reported).toEqual([
      'stopping: jobs failed: the database does not answer',
      'stopping: files failed: it took longer than 0.05 seconds',
      'stopping: presence failed: no',
    ]);
  });

  it('[CL19] happens once, in reverse order, and waits for each step', async () => {
    const { life, happened, noting } = stage();
    await life.start('a', noting('a'));
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      happened.push('stop b');
    };
    await life.start('b', { stop: slow });
    const opened = await life.open(
      'c',
      () => 'the resource',
      (resource) => happened.push(`close ${resource}`),
    );
    expect(opened).toBe('the resource');
    await Promise.all([life.stop(), life.stop()]);
    await life.stop();
    expect(happened).toEqual(['start a', 'close the resource', 'stop b', 'stop a']);
  });
});

describe('a start that fails', () => {
  it('[CL20] stops the started components in reverse order, including the one that failed, then reports why', async () => {
    const { life, happened, noting } = stage();
    const failed = life.startUp(async () => {
      await life.start('a', noting('a'));
      await life.start('b', noting('b'));
      await life.start('c', noting('c', { start: () => Promise.reject(new Error('the port is in use')) }));
      await life.start('d', noting('d'));
    });
    await expect(failed).rejects.toThrow('the port is in use');
    expect(happened).toEqual(['start a', 'start b', 'stop c', 'stop b', 'stop a']);
  });

  it('[CL20] does not close what failed to open, and reports why even if a step of the stop fails', async () => {
    const { life, reported, happened, noting } = stage();
    const failed = life.startUp(async () => {
      await life.start('a', noting('a'));
      await life.start('b', { stop: () => Promise.reject(new Error('b is stuck')) });
      await life.open(
        'c',
        () => Promise.reject(new Error('locked')),
        () => happened.push('close c'),
      );
    });
    await expect(failed).rejects.toThrow('locked');
    expect(happened).toEqual(['start a', 'stop a']);
    expect(reported).toEqual(['stopping: b failed: b is stuck']);
  });
});
