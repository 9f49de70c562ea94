import { get, put } from '../operation.ts'
import { FeatureFlags, Themes } from './themes.ts'

/** What clients keep at the router for themselves, so that it is the same on every screen. */
export const clients = {
  flags: get('/featureFlags', {
    tag: 'general',
    summary: 'Features on trial that are switched on',
    description: 'This version knows `webllm`, which switches on a part of a web client.',
    reply: FeatureFlags,
  }),
  setFlags: put('/featureFlags', {
    tag: 'general',
    summary: 'Switch features on trial on',
    description: 'The list replaces the one before. This version knows `webllm`.',
    body: FeatureFlags,
  }),
  themes: get('/customThemes', {
    tag: 'general',
    summary: 'Themes that clients keep here',
    reply: Themes,
  }),
  setThemes: put('/customThemes', {
    tag: 'general',
    summary: 'Keep themes',
    description: 'Replaces all themes, and answers them: at most 32, with different ids.',
    body: Themes,
    reply: Themes,
  }),
}
