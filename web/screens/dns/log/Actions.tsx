import { ActionIcon, Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.css'
import '@mantine/core/styles/Popover.css'
import { IconDots } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { dnsBlock } from '../../../../router/features/dnsblock/contract.ts'
import { EVERYBODY } from '../../../../router/features/dnsblock/override.ts'
import { dnsLog } from '../../../../router/features/dnslog/contract.ts'
import { call } from '../../../client/client.ts'
import { dnsTexts } from '../../../texts/dns.ts'
import { tell, tellFailure } from '../say.tsx'
import { useAct } from '../useFilter.ts'
import { useVerdict } from '../useVerdict.ts'
import styles from './QuestionRow.module.css'
import type { Question } from './question.ts'

const { line: words } = dnsTexts
const HOUR_S = 3600
const PAUSE_MINUTES = 10

interface ActionsProps {
  question: Question
  who: string
  isAlone: boolean
}

/** One press allows what was blocked and blocks what was not: for this device where only it is shown, else for everyone. */
export function Actions({ question: { name, ip, outcome }, who, isAlone }: ActionsProps) {
  const say = useVerdict()
  const navigate = useNavigate()
  const pause = useAct(() => call(dnsBlock.pause, { body: { ClientIP: ip, Minutes: PAUSE_MINUTES } }), dnsBlock.config)
  const ignore = useAct(() => call(dnsLog.ignore, { params: { domain: name } }), dnsLog.config)
  const type = outcome === 'blocked' ? 'permit' : 'block'
  const sentence = type === 'permit' ? words.allowFor : words.blockFor
  const [first, second] = isAlone ? [ip, EVERYBODY] : [EVERYBODY, ip]
  const told = (client: string) => sentence(name, client === EVERYBODY ? dnsTexts.everyoneWithin : who)
  return (
    <span className={styles.actions}>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={told(first)}
        title={told(first)}
        onClick={() => say({ type, name, client: first })}
      >
        {type === 'permit' ? words.allow : words.block}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={words.more(name)}>
            <IconDots size={18} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => say({ type, name, client: second })}>{told(second)}</Menu.Item>
          <Menu.Item onClick={() => say({ type, name, client: first, seconds: HOUR_S })}>
            {words.forAnHour(told(first))}
          </Menu.Item>
          {outcome === 'blocked' && (
            <Menu.Item
              onClick={() =>
                pause.mutate(undefined, { onSuccess: () => tell(words.paused(who)), onError: tellFailure })
              }
            >
              {words.pauseFor(who)}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item onClick={() => void navigate({ to: '/admin/dns/check', search: { name, client: ip } })}>
            {words.why}
          </Menu.Item>
          {!isAlone && (
            <Menu.Item onClick={() => void navigate({ to: '/admin/dns/log', search: { client: ip } })}>
              {words.only(who)}
            </Menu.Item>
          )}
          <Menu.Item
            onClick={() =>
              ignore.mutate(undefined, { onSuccess: () => tell(words.ignored(name)), onError: tellFailure })
            }
          >
            {words.ignore}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </span>
  )
}
