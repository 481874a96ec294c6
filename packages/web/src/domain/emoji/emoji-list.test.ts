// Which emoji are offered, and in which order.
import { describe, expect, it } from 'bun:test';
import { chosenOf, EMOJI_GROUPS, groupCodes, loadEmoji, otherNameFound, searchEmoji } from './emoji-list.ts';
import { mostUsed, withUse } from './frequent.ts';

describe('[WB75] emoji', () => {
  it('are each in exactly one group', async () => {
    const all = await loadEmoji();
    const grouped: string[] = [];
    for (const group of EMOJI_GROUPS)
      if (group !== 'frequent' && group !== 'custom') grouped.push(...(await groupCodes(group)));
    expect(grouped.length).toBe(new Set(grouped).size);
    expect(grouped.toSorted()).toEqual(all.map(({ emoji_code }) => emoji_code).toSorted());
  });

  it('are found by any of their names, the best first', async () => {
    const all = await loadEmoji();
    expect(searchEmoji(all, 'thumbs up', 3)[0]!.emoji_name).toBe('+1');
    expect(searchEmoji(all, 'tada', 3)[0]!.emoji_name).toBe('tada');
    expect(searchEmoji(all, 'xyzzy', 3)).toEqual([]);
    const named = searchEmoji(all, 'par', 8).map(({ emoji_name }) => emoji_name);
    expect(named.slice(0, 4).every((name) => name.startsWith('par'))).toBe(true);
    // Those used often come before names that fit as well.
    expect(searchEmoji(all, 'par', 8, ['1f38a'])[0]!.emoji_name).toBe('confetti');
    expect(chosenOf(all, ['1f389', 'nothing', '1f44d']).map(({ emoji_name }) => emoji_name)).toEqual(['tada', '+1']);
  });

  it('say by which other name they were found', async () => {
    const [confetti, parrot] = chosenOf(await loadEmoji(), ['1f38a', '1f99c']);
    expect(otherNameFound(confetti!, 'part')).toBe('party_ball');
    expect(otherNameFound(parrot!, 'par')).toBe('');
  });

  it('come first if used often, and the rarest are forgotten', () => {
    let uses = {};
    for (let time = 0; time < 3; time++) uses = withUse(uses, '1f600');
    uses = withUse(uses, '1f9c0');
    expect(mostUsed(uses, 3)).toEqual(['1f600', '1f9c0', '1f44d']);
    for (let code = 0; code < 100; code++) uses = withUse(uses, `x${code}`);
    expect(Object.keys(uses).length).toBe(60);
    expect(mostUsed(uses, 1)).toEqual(['1f600']);
    expect(Object.keys(uses)).toContain('x99');
    expect(mostUsed({ '1f600': Number.NaN }, 1)).toEqual(['1f44d']);
  });
});
