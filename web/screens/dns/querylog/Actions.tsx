import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { dnsBlock } from '../../../../router/model/dns/blocklists/contract.ts'
import { EVERYBODY } from '../../../../router/model/dns/blocklists/key.ts'
import { dnsLog } from '../../../../router/model/dns/querylog/contract.ts'
import { useAct } from '../../../client/changes.ts'
import { call } from '../../../client/client.ts'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { notifyFailure, showResult } from '../../../parts/notices/showResult.tsx'
import { dnsTexts } from '../../../texts/dns/dns.ts'
import { DecisionButton } from '../blocklists/rules/DecisionButton.tsx'
import { isBlockedNow, type OwnRule } from '../blocklists/rules/ownRules.ts'
import type { SetRule } from '../blocklists/rules/useSetRule.ts'
import styles from './QuestionRow.module.css'
import { decisionOf, type LoggedQuestion } from './question.ts'

const { line: words } = dnsTexts
const HOUR_S = 3600
const PAUSE_MINUTES = 10

interface ActionsProps {
  question: LoggedQuestion
  who: string
  isAlone: boolean
  rules: readonly OwnRule[]
  onSetRule: SetRule
}

/** Buttons that allow a blocked domain or block an allowed one, for the device or for everyone. */
export function Actions({ question, who, isAlone, rules, onSetRule }: ActionsProps) {
  const { name, ip, outcome } = question
  const decision = decisionOf(question)
  const navigate = useNavigate()
  const pause = useAct(() => call(dnsBlock.pause, { body: { ClientIP: ip, Minutes: PAUSE_MINUTES } }), dnsBlock.config)
  const ignore = useAct(() => call(dnsLog.ignore, { params: { domain: name } }), dnsLog.config)
  const type = isBlockedNow(decision, rules, ip) ? 'permit' : 'block'
  const forThis = (type === 'permit' ? words.allowFor : words.blockFor)(who)
  const forButton = { decision, rules, onSetRule }
  return (
    <span className={styles.actions}>
      <DecisionButton {...forButton} client={ip} who={who} />
      <DecisionButton {...forButton} client={EVERYBODY} who={dnsTexts.everyoneWithin} />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={words.more(name)}>
            <IconDots size={18} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Permitted to={dnsBlock.override}>
            <Menu.Item onClick={() => onSetRule({ type, name, client: ip, seconds: HOUR_S }, who)}>
              {words.forAnHour(forThis)}
            </Menu.Item>
            {outcome === 'blocked' && (
              <Menu.Item
                onClick={() =>
                  pause.mutate(undefined, { onSuccess: () => showResult(words.paused(who)), onError: notifyFailure })
                }
              >
                {words.pauseFor(who)}
              </Menu.Item>
            )}
            <Menu.Divider />
          </Permitted>
          <Menu.Item onClick={() => void navigate({ to: '/admin/dns/check', search: { name, client: ip } })}>
            {words.why}
          </Menu.Item>
          {!isAlone && (
            <Menu.Item onClick={() => void navigate({ to: '/admin/dns/log', search: { client: ip } })}>
              {words.only(who)}
            </Menu.Item>
          )}
          <Permitted to={dnsLog.ignore}>
            <Menu.Item
              onClick={() =>
                ignore.mutate(undefined, { onSuccess: () => showResult(words.ignored(name)), onError: notifyFailure })
              }
            >
              {words.ignore}
            </Menu.Item>
          </Permitted>
        </Menu.Dropdown>
      </Menu>
    </span>
  )
}
