import type { ReactNode } from 'react'
import { PENDING } from '../../../router/features/devices/device.ts'
import { Section } from '../../parts/Section.tsx'
import { texts } from '../../texts.ts'
import styles from './About.module.css'
import type { Entry } from './entry.ts'
import { ago, seenAt } from './seen.ts'

/** What the router knows of a device and nobody types in. */
export function About({ entry: { identity, device, standing } }: { entry: Entry }) {
  const { MAC, RecentIP, WGPubKey, DHCPLastInterface, DHCPFirstTime, DHCPLastTime, PSKEntry } = device
  return (
    <Section title={texts.device.about}>
      <dl className={styles.facts}>
        {MAC !== '' && identity !== PENDING && <Fact name={texts.device.mac} code={MAC} />}
        <Fact name={texts.device.ip} code={RecentIP} />
        {WGPubKey !== '' && <Fact name={texts.device.key} code={WGPubKey} />}
        {DHCPLastInterface !== '' && <Fact name={texts.device.link} code={DHCPLastInterface} />}
        <Fact name={texts.device.first}>{seen(DHCPFirstTime)}</Fact>
        <Fact name={texts.device.last}>{standing === 'online' ? texts.device.now : seen(DHCPLastTime)}</Fact>
        <Fact name={texts.device.security}>{texts.device.securities[PSKEntry.Type]}</Fact>
      </dl>
    </Section>
  )
}

const Fact = ({ name, code, children }: { name: string; code?: string; children?: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>{code ? <code>{code}</code> : (children ?? texts.device.none)}</dd>
  </div>
)

function seen(text: string) {
  const at = seenAt(text)
  if (!at) return texts.device.never
  return (
    <time dateTime={at.toISOString()} title={at.toLocaleString()}>
      {ago(at, new Date())}
    </time>
  )
}
