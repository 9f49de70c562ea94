import { Button, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCircleCheck, IconHourglass } from '@tabler/icons-react'
import { QRCodeSVG } from 'qrcode.react'
import { ButtonLink } from '../../parts/ButtonLink.tsx'
import { CopyButton } from '../../parts/CopyButton.tsx'
import { Section } from '../../parts/Section.tsx'
import { texts } from '../../texts.ts'
import type { Made } from './NewDevice.tsx'
import styles from './Passphrase.module.css'
import { useArrival } from './useArrival.ts'
import { isNetworkName, wifiCode } from './wificode.ts'

/** The passphrase, once, in letters and as a code; and whether somebody has used it. */
export function Passphrase({ made, onAnother }: { made: Made; onAnother: () => void }) {
  const [network, setNetwork] = useLocalStorage({ key: 'sallyport.network', defaultValue: '' })
  return (
    <div className={styles.steps}>
      <Arrival made={made} onAnother={onAnother} />
      <Section title={texts.add.passphrase} hint={texts.add.once}>
        <div className={styles.secret}>
          <output className={styles.letters}>{made.passphrase}</output>
          <CopyButton text={made.passphrase} />
        </div>
      </Section>
      <Section title={texts.add.scan}>
        <div className={styles.scan}>
          <TextInput
            label={texts.add.network}
            description={texts.add.networkHint}
            value={network}
            onChange={({ currentTarget }) => setNetwork(currentTarget.value)}
            error={network !== '' && !isNetworkName(network) && texts.add.networkTooLong}
            autoComplete="off"
            spellCheck={false}
          />
          {isNetworkName(network) ? (
            <QRCodeSVG
              className={styles.code}
              value={wifiCode(network, made.passphrase)}
              title={texts.add.qrLabel(network)}
              size={184}
              marginSize={4}
            />
          ) : (
            <p className={styles.noCode}>{texts.add.scanEmpty}</p>
          )}
        </div>
      </Section>
    </div>
  )
}

function Arrival({ made, onAnother }: { made: Made; onAnother: () => void }) {
  const { state, entry } = useArrival(made)
  const Icon = state === 'joined' ? IconCircleCheck : IconHourglass
  const [title, hint] = {
    waiting: [texts.add.waiting(made.name), texts.add.waitingHint],
    joined: [texts.add.joined(made.name), texts.add.joinedHint],
    gone: [texts.add.gone, texts.add.goneHint],
  }[state]
  return (
    <div className={styles.arrival} data-state={state} role="status">
      <Icon size={32} stroke={1.5} aria-hidden />
      <div className={styles.words}>
        <h1>{title}</h1>
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
