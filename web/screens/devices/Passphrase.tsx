import { Button } from '@mantine/core'
import { IconCircleCheck, IconHourglass } from '@tabler/icons-react'
import { ButtonLink } from '../../parts/ButtonLink.tsx'
import { readOut } from '../../parts/readOut.ts'
import { Section } from '../../parts/Section.tsx'
import { texts } from '../../texts.ts'
import { JoinCode } from './JoinCode.tsx'
import { Letters } from './Letters.tsx'
import styles from './Passphrase.module.css'
import { type Arrival, useArrival } from './useArrival.ts'
import type { Made } from './useNewDevice.ts'

/** The passphrase, once, in letters and as a code; and whether somebody has used it. */
export function Passphrase({ made, onAnother }: { made: Made; onAnother: () => void }) {
  const arrival = useArrival(made)
  return (
    <div className={styles.steps}>
      <Standing {...arrival} name={made.name} onAnother={onAnother} />
      <Section title={texts.add.passphrase} hint={texts.add.once}>
        <Letters passphrase={made.passphrase} />
      </Section>
      {arrival.state === 'waiting' && (
        <Section title={texts.add.scan}>
          <JoinCode passphrase={made.passphrase} />
        </Section>
      )}
    </div>
  )
}

function Standing({ state, entry, name, onAnother }: Arrival & { name: string; onAnother: () => void }) {
  const Icon = state === 'joined' ? IconCircleCheck : IconHourglass
  const [title, hint] = {
    waiting: [texts.add.waiting(name), texts.add.waitingHint],
    joined: [texts.add.joined(name), texts.add.joinedHint],
    gone: [texts.add.gone, texts.add.goneHint],
  }[state]
  return (
    <div className={styles.arrival} data-state={state} role="status">
      <Icon size={32} stroke={1.5} aria-hidden />
      <div className={styles.words}>
        <h1 ref={readOut} tabIndex={-1}>
          {title}
        </h1>
        <p>{hint}</p>
      </div>
      {state !== 'waiting' && (
        <div className={styles.next}>
          {entry && (
            <ButtonLink to="/admin/devices/$identity" params={{ identity: entry.identity }}>
              {texts.add.open}
            </ButtonLink>
          )}
          <Button variant="default" onClick={onAnother}>
            {texts.add.another}
          </Button>
        </div>
      )}
    </div>
  )
}
