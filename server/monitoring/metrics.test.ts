import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createMetrics } from './metrics.ts'

it('counters, gauges and histograms are written in the Prometheus text format', () => {
  const metrics = createMetrics()
  metrics.count('submissions_total', { outcome: '201' })
  metrics.count('submissions_total', { outcome: '502' })
  metrics.count('submissions_total', { outcome: '201' })
  metrics.count('message_attempts_total', { channel: 'webhook', outcome: 'sent' })
  for (const seconds of [0.25, 2, 60]) metrics.observe('delivery_seconds', seconds)
  assert.equal(
    metrics.text({
      deliveries_due: 4,
      'messages_due{channel="document"}': 1,
      'messages_due{channel="webhook"}': 2,
    }),
    `# HELP kitchen_guide_submissions_total Submissions by outcome.
# TYPE kitchen_guide_submissions_total counter
kitchen_guide_submissions_total{outcome="201"} 2
kitchen_guide_submissions_total{outcome="502"} 1
# HELP kitchen_guide_delivery_attempts_total Attempts to send an email by outcome.
# TYPE kitchen_guide_delivery_attempts_total counter
# HELP kitchen_guide_message_attempts_total Attempts to send a message by channel and outcome.
# TYPE kitchen_guide_message_attempts_total counter
kitchen_guide_message_attempts_total{channel="webhook",outcome="sent"} 1
# HELP kitchen_guide_http_requests_total Requests by status.
# TYPE kitchen_guide_http_requests_total counter
# TYPE kitchen_guide_deliveries_due gauge
kitchen_guide_deliveries_due 4
# TYPE kitchen_guide_messages_due gauge
kitchen_guide_messages_due{channel="document"} 1
kitchen_guide_messages_due{channel="webhook"} 2
# HELP kitchen_guide_delivery_seconds How long an attempt to send an email took.
# TYPE kitchen_guide_delivery_seconds histogram
kitchen_guide_delivery_seconds_bucket{le="0.005"} 0
kitchen_guide_delivery_seconds_bucket{le="0.01"} 0
kitchen_guide_delivery_seconds_bucket{le="0.025"} 0
kitchen_guide_delivery_seconds_bucket{le="0.05"} 0
kitchen_guide_delivery_seconds_bucket{le="0.1"} 0
kitchen_guide_delivery_seconds_bucket{le="0.25"} 1
kitchen_guide_delivery_seconds_bucket{le="0.5"} 1
kitchen_guide_delivery_seconds_bucket{le="1"} 1
kitchen_guide_delivery_seconds_bucket{le="2.5"} 2
kitchen_guide_delivery_seconds_bucket{le="5"} 2
kitchen_guide_delivery_seconds_bucket{le="10"} 2
kitchen_guide_delivery_seconds_bucket{le="15"} 2
kitchen_guide_delivery_seconds_bucket{le="30"} 2
kitchen_guide_delivery_seconds_bucket{le="+Inf"} 3
kitchen_guide_delivery_seconds_sum 62.25
kitchen_guide_delivery_seconds_count 3
`,
  )
})
