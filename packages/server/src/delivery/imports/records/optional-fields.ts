// Optional fields of a wrong form: the field is removed and reported, the record is imported. [IM66]
import { z } from 'zod';
import type { Problem, RecordKind } from '../archive.ts';

/** Called once for each field of a record that is ignored, with its path, such as `profile.real_name`. */
export type OnIgnored = (file: string, record: string | number, field: string) => void;

/** Reports ignored fields of records of a kind. */
export const reportIgnored =
  (report: (problem: Problem) => void, kind: RecordKind): OnIgnored =>
  (file, record, field) =>
    report({
      kind,
      reason: 'an optional field has the wrong form and is ignored',
      file,
      record: `${record} ("${field}")`,
      is_kept: true,
    });

/** For records that are read a second time, or whose faults are reported elsewhere. */
export const UNREPORTED: OnIgnored = () => {};

/** Characters of one text: messages have at most a tenth of it here. */
const TEXT_MAX = 100_000;
const or = <T extends z.ZodType>(shape: T, fallback: z.output<T>) =>
  shape.nullish().transform((value): z.output<T> => value ?? fallback);

/** Values that replace malformed fields where a missing field would grant more access. */
const restricted_values = new WeakMap<z.ZodType, unknown>();

/** Fields that may be missing or null, as many exporters have them. */
export const optional = {
  /** A field that restricts access: if malformed, it gets `restricted`, which the shape must accept, not the value of an absent field. */
  restricting: <T extends z.ZodType>(shape: T, restricted: z.input<T>): T => {
    const own = shape.clone();
    restricted_values.set(own, restricted);
    return own;
  },
  or,
  /** Longer ones are cut. */
  text: z
    .string()
    .nullish()
    .transform((value) => (value ?? '').slice(0, TEXT_MAX)),
  flag: or(z.boolean(), false),
  list: <T extends z.ZodType>(item: T) =>
    z
      .array(item)
      .nullish()
      .transform((value) => value ?? []),
  /** A number or its digits. */
  seconds: z
    .union([z.number(), z.string().regex(/^\d{1,12}(?:\.\d+)?$/)])
    .nullish()
    .transform((value) => (value == null ? null : Math.floor(Number(value)))),
};

type Path = readonly PropertyKey[];

/** Shapes that only say what may be missing, or what becomes of the value. */
function unwrap(shape: z.ZodType): z.ZodType {
  let at = shape;
  for (;;) {
    if (at instanceof z.ZodPipe) at = at.in as z.ZodType;
    else if (at instanceof z.ZodOptional || at instanceof z.ZodNullable || at instanceof z.ZodDefault)
      at = at.unwrap() as z.ZodType;
    else return at;
  }
}

const isOptional = (shape: z.ZodType) => shape.safeParse(undefined).success;

/** The shape of a part of a value, and whether the value is valid without it: items and entries belong to optional lists. */
function partOf(shape: z.ZodType, key: PropertyKey): { readonly shape: z.ZodType; readonly may_go: boolean } | null {
  const holder = unwrap(shape);
  if (holder instanceof z.ZodObject) {
    const field = holder.shape[key as string] as z.ZodType;
    return { shape: field, may_go: isOptional(field) };
  }
  if (holder instanceof z.ZodArray) return { shape: holder.element as z.ZodType, may_go: isOptional(shape) };
  if (holder instanceof z.ZodRecord) return { shape: holder.valueType as z.ZodType, may_go: isOptional(shape) };
  return null;
}

type Holder = Record<PropertyKey, unknown>;

interface Fault {
  readonly holder: Holder;
  readonly key: PropertyKey;
  readonly path: Path;
  /** Present if the field restricts somebody. */
  readonly restricted?: { readonly value: unknown };
}

/** The smallest part around a fault that may be missing; null if the record is unusable. */
function findOptional(shape: z.ZodType, value: unknown, path: Path): Fault | null {
  let found: Fault | null = null;
  let [at, inner] = [shape, value];
  for (const [depth, key] of path.entries()) {
    const part = partOf(at, key);
    if (part === null || typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) break;
    const holder = inner as Holder;
    if (part.may_go) found = { holder, key, path: path.slice(0, depth + 1) };
    if (found !== null && restricted_values.has(part.shape))
      return { ...found, restricted: { value: restricted_values.get(part.shape) } };
    [at, inner] = [part.shape, holder[key]];
  }
  return found;
}

function removeParts(faults: readonly Fault[]): void {
  for (const { holder, key, restricted } of faults) if (restricted) holder[key] = restricted.value;
  const removed = faults.filter(({ restricted }) => restricted === undefined);
  const items = Map.groupBy(removed, ({ holder }) => holder);
  for (const [holder, own] of items) {
    const keys = new Set(own.map(({ key }) => key));
    if (!Array.isArray(holder)) for (const key of keys) delete holder[key];
    else {
      let kept = 0;
      for (const [index, item] of holder.entries()) if (!keys.has(index)) holder[kept++] = item;
      holder.length = kept;
    }
  }
}

/** A field in a list is the same for all items. */
const fieldOf = (path: Path) => path.filter((key) => typeof key !== 'number').join('.');

/** Limit of faulty parts of a record: finding out which of them may go takes ten microseconds for each. [IM801] */
export const FAULTS_MAX = 10_000;

export type Read<T> = { readonly data: T } | { readonly issue: z.core.$ZodIssue } | { readonly faults: 'too many' };

/** Reads a value without its faulty optional parts, which it removes from the value. The issue is the first that makes it unusable. */
export function readRecord<T>(shape: z.ZodType<T>, value: unknown, ignored: (field: string) => void): Read<T> {
  const fields = new Set<string>();
  let first: z.core.$ZodIssue | null = null;
  for (;;) {
    const read = shape.safeParse(value);
    if (read.success) {
      for (const field of fields) ignored(field);
      return { data: read.data };
    }
    const { issues } = read.error;
    if (issues.length > FAULTS_MAX) return { faults: 'too many' };
    first ??= issues[0]!;
    const faults: Fault[] = [];
    for (const issue of issues) {
      const fault = findOptional(shape, value, issue.path);
      // A removed part also explains the fields that are missing without it.
      if (fault === null) return { issue: issue.path.length === 0 && issue.code === 'custom' ? first : issue };
      faults.push(fault);
    }
    for (const { path } of faults) fields.add(fieldOf(path));
    removeParts(faults);
  }
}
