import { describe, expect, it } from 'bun:test';
import { nameFromFile } from './emoji-names.ts';

describe('the name of a new emoji', () => {
  it('[WB43] is suggested from the file name, in valid characters', () => {
    expect(nameFromFile('Party Parrot (2).gif')).toBe('party_parrot_2');
    expect(nameFromFile('Kühe.final.PNG')).toBe('kuhe_final');
    expect(nameFromFile('__x__.png')).toBe('x');
    expect(nameFromFile('猫.png')).toBe('');
  });
});
