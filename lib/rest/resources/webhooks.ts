import { z } from 'zod'
import type { Operation } from '@/lib/http/endpoint'
import { ids, openedAt } from '@/lib/rest/examples'
import { deleted, mebibyte, noQuery, operation, pageOf, sent, Time } from '@/lib/rest/operation'
import { access } from '@/lib/services/access'
import { PageQuery } from '@/lib/services/administration'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  enableWebhookEndpoint,
  eventNames,
  getWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookEndpoints,
  resendWebhookDelivery,
  rotateWebhookSecret,
  WebhookDeliveriesQuery,
  WebhookEndpointBody,
} from '@/lib/services/webhooks'

const WebhookEndpoint = z
  .strictObject({
    object: z.literal('webhook_endpoint'),
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum(eventNames)),
    description: z.string().nullable(),
    status: z.enum(['enabled', 'disabled']),
    disabled_reason: z
      .enum(['gone', 'failing'])
      .nullable()
      .meta({ description: 'gone: it answered 410. failing: nothing has reached it for days.' }),
    created_at: Time,
  })
  .meta({ id: 'WebhookEndpoint' })

const NewWebhookEndpoint = WebhookEndpoint.extend({
  secret: z.string().meta({ description: 'Signs each delivery as Standard Webhooks does. Shown this once.' }),
}).meta({ id: 'WebhookEndpointWithSecret' })

const WebhookDelivery = z
  .strictObject({
    object: z.literal('webhook_delivery'),
    id: z.string(),
    endpoint_id: z.string(),
    event_id: z.string().meta({ description: 'The `webhook-id` header of each try.' }),
    type: z.enum(eventNames),
    interaction_id: z.string(),
    status: z.enum(['pending', 'delivered', 'failed']),
    tries: z.int().min(0),
    next_try_at: Time.nullable(),
    last_status: z.int().nullable().meta({ description: 'The HTTP status of the last try that got one.' }),
    last_error: z.string().nullable(),
    created_at: Time,
    delivered_at: Time.nullable(),
  })
  .meta({ id: 'WebhookDelivery' })

const endpoint = {
  object: 'webhook_endpoint',
  id: ids.endpoint,
  url: 'https://example.com/vestra',
  events: ['interaction.resolved'],
  description: 'The booking agent',
  status: 'enabled',
  disabled_reason: null,
  created_at: openedAt,
}
const secret = 'whsec_…'

const delivery = {
  object: 'webhook_delivery',
  id: ids.delivery,
  endpoint_id: ids.endpoint,
  event_id: ids.event,
  type: 'interaction.created',
  interaction_id: ids.payment,
  status: 'pending',
  tries: 0,
  next_try_at: openedAt,
  last_status: null,
  last_error: null,
  created_at: openedAt,
  delivered_at: null,
}

/** Where events are sent, and what became of each (C19, C20, K36). */
export const webhookOperations: Operation[] = [
  operation({
    id: 'createWebhookEndpoint',
    method: 'POST',
    path: '/v1/webhook_endpoints',
    access: access.administration,
    target: 'none',
    query: noQuery,
    body: { limit: mebibyte },
    run: (ctx, { body }) => createWebhookEndpoint(ctx, sent(body)),
    doc: {
      tag: 'Webhooks',
      summary: 'Add a webhook endpoint',
      description:
        'Events of the mode of the key are posted to it from now on, signed as Standard Webhooks says, tried ten times over some three days. Delivery is at least once, in order for each item.',
      body: WebhookEndpointBody,
      replies: { 201: [NewWebhookEndpoint, 'The endpoint, with its secret.'] },
      examples: {
        endpoint: {
          body: { url: endpoint.url, events: endpoint.events, description: endpoint.description },
          reply: { ...endpoint, secret },
        },
      },
    },
  }),
  operation({
    id: 'listWebhookEndpoints',
    method: 'GET',
    path: '/v1/webhook_endpoints',
    access: access.administration,
    target: 'none',
    query: PageQuery,
    run: (ctx, { query }) => listWebhookEndpoints(ctx, query),
    doc: {
      tag: 'Webhooks',
      summary: 'List webhook endpoints',
      replies: { 200: [pageOf('WebhookEndpointList', WebhookEndpoint), 'A page of endpoints, newest first.'] },
      examples: { all: { reply: { data: [endpoint], next_cursor: null } } },
    },
  }),
  operation({
    id: 'getWebhookEndpoint',
    method: 'GET',
    path: '/v1/webhook_endpoints/{endpoint_id}',
    access: access.administration,
    target: 'none',
    query: noQuery,
    run: (ctx, { params }) => getWebhookEndpoint(ctx, params.endpoint_id ?? ''),
    doc: {
      tag: 'Webhooks',
      summary: 'Read one webhook endpoint',
      replies: { 200: [WebhookEndpoint, 'The endpoint, without its secret.'] },
      examples: { one: { reply: endpoint } },
    },
  }),
  operation({
    id: 'deleteWebhookEndpoint',
    method: 'DELETE',
    path: '/v1/webhook_endpoints/{endpoint_id}',
    access: access.administration,
    target: 'none',
    query: noQuery,
    run: (ctx, { params }) => deleteWebhookEndpoint(ctx, params.endpoint_id ?? ''),
    doc: {
      tag: 'Webhooks',
      summary: 'Take a webhook endpoint away',
      description: 'What was on its way to it is given up.',
      replies: { 200: [deleted('webhook_endpoint'), 'It is gone.'] },
      examples: { gone: { reply: { object: 'webhook_endpoint', id: ids.endpoint, deleted: true } } },
    },
  }),
  operation({
    id: 'rotateWebhookSecret',
    method: 'POST',
    path: '/v1/webhook_endpoints/{endpoint_id}/rotate',
    access: access.administration,
    target: 'none',
    query: noQuery,
    run: (ctx, { params }) => rotateWebhookSecret(ctx, params.endpoint_id ?? ''),
    doc: {
      tag: 'Webhooks',
      summary: "Change a webhook endpoint's secret",
      description: 'For a day the old secret signs as well.',
      replies: { 200: [NewWebhookEndpoint, 'The endpoint, with its new secret.'] },
      examples: { rotated: { reply: { ...endpoint, secret } } },
    },
  }),
  operation({
    id: 'enableWebhookEndpoint',
    method: 'POST',
    path: '/v1/webhook_endpoints/{endpoint_id}/enable',
    access: access.administration,
    target: 'none',
    query: noQuery,
    run: (ctx, { params }) => enableWebhookEndpoint(ctx, params.endpoint_id ?? ''),
    doc: {
      tag: 'Webhooks',
      summary: 'Enable a webhook endpoint again',
      description: 'What it missed and is still kept is sent.',
      replies: { 200: [WebhookEndpoint, 'The endpoint, enabled.'] },
      examples: { enabled: { reply: endpoint } },
    },
  }),
  operation({
    id: 'listWebhookDeliveries',
    method: 'GET',
    path: '/v1/webhook_endpoints/{endpoint_id}/deliveries',
    access: access.administration,
    target: 'none',
    query: WebhookDeliveriesQuery,
    run: (ctx, { params, query }) => listWebhookDeliveries(ctx, params.endpoint_id ?? '', query),
    doc: {
      tag: 'Webhooks',
      summary: "List a webhook endpoint's deliveries",
      replies: { 200: [pageOf('WebhookDeliveryList', WebhookDelivery), 'A page of deliveries, newest first.'] },
      examples: { pending: { query: { status: 'pending' }, reply: { data: [delivery], next_cursor: null } } },
    },
  }),
  operation({
    id: 'resendWebhookDelivery',
    method: 'POST',
    path: '/v1/webhook_deliveries/{delivery_id}/resend',
    access: access.administration,
    target: 'none',
    query: noQuery,
    run: (ctx, { params }) => resendWebhookDelivery(ctx, params.delivery_id ?? ''),
    doc: {
      tag: 'Webhooks',
      summary: 'Send a delivery again',
      description: 'With the same id and bytes, whatever became of it.',
      replies: { 200: [WebhookDelivery, 'The delivery, pending again.'] },
      examples: { again: { reply: delivery } },
    },
  }),
]
