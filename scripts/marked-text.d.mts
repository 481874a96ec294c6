// Types of marked-text.mjs.
export function withMarked(text: string, marker: { name: string; command: string }, content: string): string;
