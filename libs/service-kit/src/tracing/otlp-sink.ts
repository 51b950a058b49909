import { Logger } from '@nestjs/common';
import {
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  diag,
} from '@opentelemetry/api';
import type { HrTime, SpanContext } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes, type Resource } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace';
import type { EndedSpan, SpanSink } from './span-sink';

export interface OtlpSettings {
  /** Full URL of the receiver, such as `http://collector:4318/v1/traces`. */
  url: string;
  /** Share of traces that are kept, from 0 to 1; the same traces in every service. */
  ratio: number;
  /** Longest batching delay of spans in ms. */
  delay: number;
  environment: string | undefined;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;
const scope = { name: 'engawa' };
const WARN_INTERVAL_MS = 60_000;
const STOP_GRACE_MS = 3_000;

/**
 * Sends spans by OTLP over HTTP in batches and in the background; an unreachable receiver loses
 * spans only. Loaded only when tracing is configured.
 */
export class OtlpSink implements SpanSink {
  private readonly processor: BatchSpanProcessor;
  private readonly sampler: TraceIdRatioBasedSampler;
  private readonly resources = new Map<string, Resource>();

  constructor(private readonly settings: OtlpSettings) {
    throttleWarnings();
    this.sampler = new TraceIdRatioBasedSampler(settings.ratio);
    this.processor = new BatchSpanProcessor({
      exporter: new OTLPTraceExporter({ url: settings.url }),
      scheduledDelayMillis: settings.delay,
    });
  }

  /** Drops spans that the caller or the configured ratio does not sample. */
  record(span: EndedSpan): void {
    const context = contextOf(span.traceparent);
    if ((context.traceFlags & TraceFlags.SAMPLED) === 0) return;
    const { decision } = this.sampler.shouldSample(ROOT_CONTEXT, context.traceId);
    if (decision === SamplingDecision.RECORD_AND_SAMPLED)
      this.processor.onEnd(this.readable(span, context));
  }

  /** An unreachable receiver must not delay the stop. */
  async stop(): Promise<void> {
    const grace = new Promise<void>((resolve) => setTimeout(resolve, STOP_GRACE_MS).unref());
    await Promise.race([this.processor.shutdown().catch(() => undefined), grace]);
  }

  private readable(span: EndedSpan, context: SpanContext): ReadableSpan {
    return {
      name: span.name,
      kind: kinds[span.kind],
      spanContext: () => context,
      parentSpanContext: span.parent === null ? undefined : { ...context, spanId: span.parent },
      startTime: timeOf(span.began),
      endTime: timeOf(span.ended),
      duration: timeOf(Math.max(0, span.ended - span.began)),
      ended: true,
      status: { code: span.failed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
      attributes: { ...span.attributes },
      links: [],
      events: [],
      resource: this.resourceOf(span.service),
      instrumentationScope: scope,
      droppedAttributesCount: 0,
      droppedEventsCount: 0,
      droppedLinksCount: 0,
    };
  }

  /** All services of a process share one exporter, each with its own resource name. */
  private resourceOf(service: string): Resource {
    let resource = this.resources.get(service);
    if (!resource) {
      const { environment } = this.settings;
      resource = resourceFromAttributes({
        'service.namespace': 'engawa',
        'service.name': service,
        ...(environment ? { 'deployment.environment.name': environment } : {}),
      });
      this.resources.set(service, resource);
    }
    return resource;
  }
}

function contextOf(traceparent: string): SpanContext {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-');
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}

function timeOf(milliseconds: number): HrTime {
  const seconds = Math.trunc(milliseconds / 1000);
  return [seconds, Math.round((milliseconds - seconds * 1000) * 1_000_000)];
}

/** An unreachable receiver must not fill the log. */
function throttleWarnings(): void {
  const logger = new Logger('Tracing');
  let last = -Infinity;
  const complain = (message: string) => {
    if (performance.now() - last < WARN_INTERVAL_MS) return;
    last = performance.now();
    logger.warn(`Traces are lost: ${message.slice(0, 300)}`);
  };
  const silent = () => undefined;
  diag.setLogger(
    { error: complain, warn: complain, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
