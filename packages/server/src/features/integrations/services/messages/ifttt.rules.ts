// IFTTT: https://ifttt.com/maker_webhooks. Pure.
export { automated as ifttt } from './automation.rules.ts';
