import { get, put } from '../../operation.ts'
import { FeatureFlags, Themes } from './themes.ts'

/** Client settings that are stored on the router and shared by all clients. */
export const clients = {
  flags: get('/featureFlags', {
    roles: ['viewer', 'parent'],
    tag: 'general',
    summary: 'Enabled experimental features',
    description: 'This version supports `webllm` and `rustap`, which enable parts of a web client.',
    reply: FeatureFlags,
  }),
  setFlags: put('/featureFlags', {
    tag: 'general',
    summary: 'Set the enabled experimental features',
    description: 'Replaces the whole list. This version supports `webllm` and `rustap`.',
    body: FeatureFlags,
  }),
  themes: get('/customThemes', {
    roles: ['viewer', 'parent'],
    tag: 'general',
    summary: 'Themes of clients',
    reply: Themes,
  }),
  setThemes: put('/customThemes', {
    tag: 'general',
    summary: 'Keep themes',
    description: 'Replaces all themes and returns them: at most 32, with different ids.',
    body: Themes,
    reply: Themes,
  }),
}
