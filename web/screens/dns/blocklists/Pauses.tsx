import { Button, Menu } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { dnsBlock } from '../../../../router/model/dns/blocklists/contract.ts'
import { EVERYBODY } from '../../../../router/model/dns/blocklists/key.ts'
import type { Pause } from '../../../../router/model/dns/blocklists/settings.ts'
import { useAct } from '../../../client/changes.ts'
import { call } from '../../../client/client.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { lengthOf } from '../../../parts/values/amount.ts'
import { useNow } from '../../../parts/values/useNow.ts'
import { dnsTexts } from '../../../texts/dns/dns.ts'
import { useWho } from '../useWho.ts'
import styles from './ListsScreen.module.css'

const LENGTHS = [10, 60, 480, 1440] as const

/** The pauses of blocking with the time left, and a button to pause it for everyone. */
export function Pauses({ pauses }: { pauses: readonly Pause[] }) {
  const now = useNow()
  const { nameOf } = useWho()
  const pause = useAct(
    (Minutes: number) => call(dnsBlock.pause, { body: { ClientIP: EVERYBODY, Minutes } }),
    dnsBlock.config,
  )
  const resume = useAct((ClientIP: string) => call(dnsBlock.resume, { body: { ClientIP } }), dnsBlock.config)
  const running = pauses.filter(({ Until }) => Until * 1000 > now)
  const who = (ip: string) => (ip === EVERYBODY ? dnsTexts.everyoneWithin : nameOf(ip))
  return (
    <div className={styles.pauses}>
      {running.map(({ ClientIP, Until }) => (
        <div key={ClientIP} className={styles.pause}>
          <span>{dnsTexts.pause.paused(who(ClientIP), lengthOf(Until - now / 1000))}</span>
          <Permitted to={dnsBlock.resume}>
            <Button size="xs" variant="default" loading={resume.isPending} onClick={() => resume.mutate(ClientIP)}>
              {dnsTexts.pause.resume}
            </Button>
          </Permitted>
        </div>
      ))}
      {!running.some(({ ClientIP }) => ClientIP === EVERYBODY) && (
        <Permitted to={dnsBlock.pause}>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button
                size="xs"
                variant="default"
                loading={pause.isPending}
                leftSection={<IconPlayerPause size={16} stroke={1.6} aria-hidden />}
              >
                {dnsTexts.pause.button}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Label>{dnsTexts.pause.forWhom}</Menu.Label>
              {LENGTHS.map((minutes) => (
                <Menu.Item key={minutes} onClick={() => pause.mutate(minutes)}>
                  {dnsTexts.pause.minutes[minutes]}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </Permitted>
      )}
      <SaveError error={pause.error ?? resume.error} />
    </div>
  )
}
