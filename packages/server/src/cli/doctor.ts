// `stoa doctor`: looks at the settings and everything around a server, and says of each thing whether it is well and what to do.
import type { ServerSettings } from '../config/config.ts';
import type { DoctorValues } from './declarations.ts';
import { checkAddresses } from './doctor-addresses.ts';
import { checkDatabase, checkDirectory } from './doctor-data.ts';
import { checkIncomingMail } from './doctor-incoming-mail.ts';
import { checkServices } from './doctor-services.ts';
import { checkOwnCertificate } from './doctor-tls.ts';
import type { Finding } from './finding.ts';
import { print } from './terminal.ts';

export async function doctor(values: DoctorValues): Promise<number> {
  let failed = false;
  for await (const finding of examine(values)) {
    failed ||= finding.status === 'fail';
    show(finding, values.json);
  }
  return failed ? 1 : 0;
}

/** Settings were read, or nothing would run. */
async function* examine(values: ServerSettings): AsyncGenerator<Finding> {
  const from = values.config === undefined ? 'options and variables' : values.config;
  yield { check: 'settings', status: 'ok', found: `read from ${from}` };
  yield* checkDirectory(values);
  const { findings, urls } = await checkDatabase(values);
  yield* findings;
  yield* checkServices(values);
  yield* checkIncomingMail(values, urls);
  yield* checkOwnCertificate(values);
  yield* checkAddresses(urls, values);
}

function show({ check, status, found, advice }: Finding, as_json: boolean): void {
  if (as_json) print(JSON.stringify({ check, status, found, advice: advice ?? null }));
  else print(`${status.padEnd(4)}  ${check}: ${found}${advice === undefined ? '' : `; ${advice}`}`);
}
