import type { tlsTexts } from '../../../texts/machine/tls.ts'

export type Platform = keyof typeof tlsTexts.install.platforms

/** What a browser says it runs on; a guess that only decides what is shown first. An iPad calls itself a Mac. */
export function platformOf(agent: string): Platform {
  if (/iPhone|iPad/.test(agent)) return 'iphone'
  if (/Android/.test(agent)) return 'android'
  if (/Windows/.test(agent)) return 'windows'
  return /Macintosh/.test(agent) ? 'mac' : 'linux'
}
