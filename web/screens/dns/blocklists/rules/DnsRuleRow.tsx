import { IconArrowForwardUp, IconBan, IconCheck, IconX } from '@tabler/icons-react'
import { dnsBlock } from '../../../../../router/model/dns/blocklists/contract.ts'
import type { Override } from '../../../../../router/model/dns/blocklists/override.ts'
import { useAct } from '../../../../client/changes.ts'
import { call } from '../../../../client/client.ts'
import { IconButton } from '../../../../parts/layout/IconButton.tsx'
import { Permitted } from '../../../../parts/layout/Permitted.tsx'
import { notifyFailure, showResult } from '../../../../parts/notices/showResult.tsx'
import { useNow } from '../../../../parts/values/useNow.ts'
import { dnsTexts } from '../../../../texts/dns/dns.ts'
import { useWho } from '../../useWho.ts'
import styles from './DnsRuleSet.module.css'
import { plainName, sentenceOfOverride } from './sentence.ts'

/** What is said of a name, in a sentence. Taking it back can be undone. */
export function DnsRuleRow({ set, override }: { set: string; override: Override }) {
  const { nameOf } = useWho()
  const now = useNow()
  const sentence = sentenceOfOverride(override, nameOf, now)
  const { Domain, ClientIP, Type } = override
  const lift = useAct(
    () => call(dnsBlock.liftIn, { params: { list: set }, body: { Domain, ClientIP } }),
    dnsBlock.config,
  )
  const takeBack = () =>
    lift.mutate(undefined, {
      onSuccess: () => showResult(dnsTexts.rule.removed(plainName(Domain))),
      onError: notifyFailure,
    })
  const Icon = Type === 'block' ? IconBan : override.ResultIP || override.ResultCNAME ? IconArrowForwardUp : IconCheck
  return (
    <li className={styles.rule}>
      <span className={styles.words} data-kind={Type}>
        <Icon size={18} stroke={1.8} aria-hidden />
        <span>{sentence}</span>
      </span>
      <Permitted to={dnsBlock.liftIn}>
        <IconButton label={dnsTexts.rule.remove(sentence)} icon={IconX} loading={lift.isPending} onClick={takeBack} />
      </Permitted>
    </li>
  )
}
