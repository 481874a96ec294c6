// Sends traces to a collector by OTLP over HTTP. Loaded only if the operator names one.
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Span as ApiSpan,
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { Component } from '../kit/lifecycle/lifecycle.ts';
import type { Span, SpanStart, Tracing } from '../kit/tracing.ts';
import { VERSION } from '../kit/version.ts';

export interface TracingOptions {
  /** Base address of the collector; spans go to `/v1/traces` below it. */
  readonly endpoint: string;
  /** Share of the traces that begin here. */
  readonly sampled_percent: number;
}

/** A collector that does not answer delays nothing but the stop, by this at most. */
const EXPORT_TIMEOUT_MS = 3000;
/** Spans beyond these wait for nobody: they are dropped. */
const QUEUE_MAX = 2048;
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;
const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

function continued(traceparent: string | null | undefined): Context | null {
  const found = TRACEPARENT.exec(traceparent ?? '');
  if (!found) return null;
  const [, traceId = '', spanId = '', flags = ''] = found;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

class OpenSpan implements Span {
  constructor(private readonly span: ApiSpan) {}

  rename(name: string): void {
    this.span.updateName(name);
  }

  set(attributes: SpanStart['attributes']): void {
    this.span.setAttributes(attributes);
  }

  fail(): void {
    this.span.setStatus({ code: SpanStatusCode.ERROR });
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.span.spanContext();
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  }
}

export function openTracing({ endpoint, sampled_percent }: TracingOptions): Tracing & Component {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'stoa', 'service.version': VERSION }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampled_percent / 100) }),
    spanProcessors: [
      new BatchSpanProcessor(exporter, { maxQueueSize: QUEUE_MAX, exportTimeoutMillis: EXPORT_TIMEOUT_MS }),
    ],
  });
  const tracer = provider.getTracer('stoa');
  const current = new AsyncLocalStorage<Context>();
  return {
    async within({ name, kind, attributes, traceparent }, work) {
      const parent = continued(traceparent) ?? current.getStore() ?? ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent);
      const open = new OpenSpan(span);
      try {
        return await current.run(trace.setSpan(parent, span), () => work(open));
      } catch (error) {
        open.fail();
        throw error;
      } finally {
        span.end();
      }
    },
    async stop() {
      // Spans that can't be sent are lost: tracing must not keep the server from stopping.
      await provider.shutdown().catch(() => {});
    },
  };
}
