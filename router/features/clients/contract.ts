import { z } from 'zod'
import { get, put } from '../operation.ts'
import { Themes } from './themes.ts'

/** What clients keep at the router for themselves, so that it is the same on every screen. */
export const clients = {
  flags: get('/featureFlags', {
    tag: 'general',
    summary: 'Features on trial that are switched on',
    description: 'None: this version has no feature on trial.',
    reply: z.array(z.string()).meta({ example: [] }),
  }),
  setFlags: put('/featureFlags', {
    tag: 'general',
    summary: 'Switch features on trial on',
    description:
      'The list takes the place of the one before. This version has no feature on trial, so it has to be empty.',
    body: z.array(z.never('is no feature that this version has on trial')).meta({ example: [] }),
  }),
  themes: get('/customThemes', {
    tag: 'general',
    summary: 'Colours that clients keep here',
    reply: Themes,
  }),
  setThemes: put('/customThemes', {
    tag: 'general',
    summary: 'Keep colours',
    description: 'Takes the place of what was kept before.',
    body: Themes,
  }),
}
