// Encryption of stored secrets.
import { describe, expect, it } from 'bun:test';
import { Vault } from './vault.ts';

const vault = new Vault('a secret of at least 32 characters');

describe('the vault', () => {
  it('[PU16] opens what it sealed, and seals the same text differently each time', () => {
    const sealed = vault.seal('push key ✓', 'device 1');
    const again = vault.seal('push key ✓', 'device 1');
    expect([vault.open(sealed, 'device 1'), vault.open(again, 'device 1')]).toEqual(['push key ✓', 'push key ✓']);
    expect(sealed).not.toBe(again);
    expect(Buffer.from(sealed.slice(3), 'base64').includes('push key')).toBe(false);
  });

  it('[PU16] does not open for another purpose, with another secret, or if changed', () => {
    const sealed = vault.seal('x', 'device 1');
    expect(() => vault.open(sealed, 'device 2')).toThrow();
    expect(() => new Vault('another secret of 32 characters!').open(sealed, 'device 1')).toThrow();
    const bytes = Buffer.from(sealed.slice(3), 'base64');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      expect(() => vault.open(`v1.${changed.toString('base64')}`, 'device 1')).toThrow();
    }
    for (const wrong of ['', 'v1', 'v1.', 'v2.AAAA', 'plain']) expect(() => vault.open(wrong, 'device 1')).toThrow();
  });
});
