import { z } from 'zod'
import { get } from '../../operation.ts'

/** Metrics for Prometheus. */
export const metrics = {
  read: get('/metrics', {
    roles: ['viewer'],
    tag: 'integrations',
    summary: 'Metrics for Prometheus',
    description:
      'In Prometheus’s text format, version 0.0.4: devices with their traffic, uplinks, wifi, DNS, VPN, events and the ' +
      'router itself. Use a token with the scope `/metrics:r`. A group of metrics that cannot be read is left out, and its ' +
      '`sallyport_scrape_success` is 0.',
    reply: z.string().meta({
      contentMediaType: 'text/plain; version=0.0.4; charset=utf-8',
      description: 'The metrics',
      example: '# HELP sallyport_dns_queries_total DNS queries that were received.\n',
    }),
  }),
}
