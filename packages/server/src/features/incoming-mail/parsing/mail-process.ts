// The process that reads mail: one task per line on stdin, one response per line on stdout.
import { createInterface } from 'node:readline';
import type { MailAnswer, MailTask } from './mail-task.ts';
import { readMail } from './read-mail.ts';

async function work(task: MailTask): Promise<MailAnswer> {
  try {
    return await readMail(task);
  } catch {
    return 'unreadable';
  }
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await work(JSON.parse(line) as MailTask))}\n`);
