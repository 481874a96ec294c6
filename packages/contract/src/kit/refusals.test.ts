// A refusal keeps the sentence that programs know, with its reason and values beside it.
import { describe, expect, it } from 'bun:test';
import { BadRequest, UnauthorizedPrincipal } from './errors.ts';
import { InvalidParameter, Refused } from './refusals.ts';

describe('[WB162] a refusal', () => {
  it('keeps its sentence, with its reason and values beside it', () => {
    const { message, fields } = Refused('email_of_other', { email: 'a@b.example' });
    expect(message).toBe("Email 'a@b.example' already in use");
    expect(fields).toEqual({ reason: 'email_of_other', params: { email: 'a@b.example' } });
    expect(Refused('for_owners', {}, UnauthorizedPrincipal)).toMatchObject({
      code: UnauthorizedPrincipal.code,
      message: 'Must be an organization owner',
      fields: { reason: 'for_owners' },
    });
    expect(BadRequest('x').fields).toEqual({});
    // A value is never read as a placeholder.
    expect(Refused('email_of_other', { email: '{email}' }).message).toBe("Email '{email}' already in use");
  });

  it('of a parameter names it', () => {
    const { code, message, fields } = InvalidParameter('topic', 'topic is not valid Unicode');
    expect([code, message]).toEqual(['BAD_REQUEST', 'topic is not valid Unicode']);
    expect(fields).toEqual({ reason: 'parameter_invalid', params: { parameter: 'topic' } });
  });
});
