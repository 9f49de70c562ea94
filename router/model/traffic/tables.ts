import { z } from 'zod'
import { savedSetting } from '../saved.ts'
import { defaultInsights, InsightsConfig, TrafficLimit } from './usage/usage.ts'

export const trafficSettings = {
  trafficInsights: savedSetting({
    schema: InsightsConfig,
    defaults: defaultInsights,
    audit: { noun: 'destination networks', shows: [] },
  }),
  trafficLimits: savedSetting({
    schema: z.array(TrafficLimit),
    defaults: () => [],
    audit: { noun: 'traffic limits', shows: ['Device', 'Group'] },
    undo: 'alone',
  }),
}
