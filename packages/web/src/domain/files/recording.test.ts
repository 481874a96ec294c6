// What is recorded fits what the organization takes, and has a name that says what it is.
import { expect, it } from 'bun:test';
import { asFile, secondsWithin } from './recording.ts';

it('[WB920] a recording is as long as its file may be large, and half an hour at most', () => {
  expect([0, 1, 5, 25, 1000].map(secondsWithin)).toEqual([0, 209, 1048, 1800, 1800]);
});

it('[WB920] the file has the ending of its format', () => {
  const names = ['audio/mp4', 'audio/ogg', 'audio/webm'].map((type) =>
    asFile(new Blob(['x'], { type }), 'Voice message'),
  );
  expect(names.map(({ name }) => name)).toEqual(['Voice message.m4a', 'Voice message.ogg', 'Voice message.weba']);
  expect(names.map(({ type }) => type)).toEqual(['audio/mp4', 'audio/ogg', 'audio/webm']);
});
