import { IconPlugConnected, IconWifi } from '@tabler/icons-react'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { uplinkTexts } from '../../../texts/internet/uplinks.ts'
import { useRadios } from '../../wifi/radiostate/useRadios.ts'
import type { PhysicalLink } from '../links/link.ts'
import styles from './Networks.module.css'

const texts = uplinkTexts.add

/** Ways to the internet other than a cable with DHCP: the pages of the ports where they are set up. */
export function MoreUplinks({ links }: { links: readonly PhysicalLink[] }) {
  const { data: radios = [] } = useRadios()
  const free = radios.filter(({ State }) => State === 'off' || State === 'uplink')
  const cables = links.filter(({ config }) => config?.Type === 'Uplink' && config.Subtype === 'ethernet')
  if (free.length + cables.length === 0) return null
  return (
    <Section title={texts.title} hint={texts.hint}>
      <div className={styles.buttons}>
        {cables.map(({ name }) => (
          <ButtonLink
            key={name}
            to="/admin/links/$name"
            params={{ name }}
            variant="default"
            leftSection={<IconPlugConnected size={18} stroke={1.6} />}
          >
            {texts.pppoe(name)}
          </ButtonLink>
        ))}
        {free.map(({ Interface }) => (
          <ButtonLink
            key={Interface}
            to="/admin/links/$name"
            params={{ name: Interface }}
            variant="default"
            leftSection={<IconWifi size={18} stroke={1.6} />}
          >
            {texts.wifi(Interface)}
          </ButtonLink>
        ))}
      </div>
    </Section>
  )
}
