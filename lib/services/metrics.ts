import type { Store } from '@/lib/store/store'
import type { WakeUps } from './wake-ups'

/** Counts what the server does, for Prometheus. Each call costs less than a microsecond. */
export interface Metrics {
  request(operation: string, status: number, ms: number): void
  /** What became of one try to deliver a webhook. */
  delivery(status: 'delivered' | 'retried' | 'failed'): void
  streams: Level
  contentType: string
  /** Everything in Prometheus' own text. */
  text(): Promise<string>
}

interface Level {
  inc(): void
  dec(): void
}

const secondsOfRequests = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30, 60]

/** Loads the library only where metrics are wanted. */
export async function makeMetrics(
  store: Pick<Store, 'countPending'>,
  wakeUps: Pick<WakeUps, 'waiting'>,
): Promise<Metrics> {
  const { default: client } = await import('prom-client')
  const registers = [new client.Registry()]
  const [registry] = registers as [InstanceType<typeof client.Registry>]
  client.collectDefaultMetrics({ register: registry })
  const requests = new client.Counter({
    name: 'vestra_requests_total',
    help: 'Requests by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
  })
  const seconds = new client.Histogram({
    name: 'vestra_request_duration_seconds',
    help: 'How long requests took, by operation; a long poll takes as long as it waits.',
    labelNames: ['operation'],
    buckets: secondsOfRequests,
    registers,
  })
  const deliveries = new client.Counter({
    name: 'vestra_webhook_deliveries_total',
    help: 'Tries to deliver webhooks: delivered, to be retried, or given up.',
    labelNames: ['status'],
    registers,
  })
  const streams = new client.Gauge({ name: 'vestra_event_streams', help: 'Event streams that are open.', registers })
  new client.Gauge({
    name: 'vestra_long_polls',
    help: 'Requests that wait for something to happen.',
    registers,
    collect() {
      this.set(wakeUps.waiting)
    },
  })
  new client.Gauge({
    name: 'vestra_pending_interactions',
    help: 'Interactions that wait for an answer, by mode.',
    labelNames: ['mode'],
    registers,
    async collect() {
      for (const mode of ['live', 'test'] as const) this.set({ mode }, await store.countPending(mode))
    },
  })
  const kept = new Map<string, { count: Level; time: { observe(value: number): void } }>()
  return {
    request(operation, status, ms) {
      const name = `${operation} ${status}`
      let known = kept.get(name)
      if (!known) {
        const labels = { operation, status: String(status) }
        known = { count: requests.labels(labels) as unknown as Level, time: seconds.labels({ operation }) }
        kept.set(name, known)
      }
      known.count.inc()
      known.time.observe(ms / 1000)
    },
    delivery: (status) => deliveries.inc({ status }),
    streams,
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}
