// How many actions of the reader wait for the server's answer.
import { Cell } from '../cells/cell.ts';

export const underway = new Cell(0);

export async function whileUnderway<Result>(act: () => Promise<Result>): Promise<Result> {
  underway.set(underway.get() + 1);
  try {
    return await act();
  } finally {
    underway.set(underway.get() - 1);
  }
}
