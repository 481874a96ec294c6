// A call for each endpoint of single sign-on; servers without an identity provider refuse them.
import type { singleSignOnContract } from '@stoa/contract';
import type { Samples } from './stage.ts';

export const singleSignOnSamples: Samples<typeof singleSignOnContract> = {
  createExternalSession: () => ({ code: 'a code', verifier: 'v'.repeat(32), device_name: 'A sample' }),
  confirmExternally: () => ({ challenge: 'a'.repeat(64) }),
  finishExternalConfirmation: () => ({ code: 'a code', verifier: 'v'.repeat(32) }),
};
