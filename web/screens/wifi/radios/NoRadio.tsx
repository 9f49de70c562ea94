import { Button } from '@mantine/core'
import { IconAntenna } from '@tabler/icons-react'
import { Face } from '../../../parts/layout/Face.tsx'
import { radioTexts } from '../../../texts/wifi/radios.ts'
import styles from './NoRadio.module.css'

const texts = radioTexts.none

/** A router without a radio, and how to get one. */
export const NoRadio = () => (
  <Face icon={<IconAntenna size={32} stroke={1.5} />} title={texts.title} hint={texts.hint}>
    <dl className={styles.ways}>
      <div>
        <dt>{texts.router}</dt>
        <dd>
          <code>{texts.routerCommand}</code>
        </dd>
      </div>
      <div>
        <dt>{texts.home}</dt>
        <dd>
          <code>{texts.homeCommand}</code>
        </dd>
      </div>
    </dl>
    <Button component="a" variant="subtle" href="/pages/docs/guides/wifi" target="_blank" rel="noreferrer">
      {texts.more}
    </Button>
  </Face>
)
