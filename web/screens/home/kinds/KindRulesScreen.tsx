import { IconChevronRight, IconFingerprint, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { classification } from '../../../../router/model/home/kinds/contract.ts'
import { BackLink } from '../../../parts/layout/BackLink.tsx'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Face } from '../../../parts/layout/Face.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { ScreenHead } from '../../../parts/layout/ScreenHead.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import box from '../../../parts/lists/ListBox.module.css'
import { kindRuleTexts as texts } from '../../../texts/home/kinds.ts'
import { texts as shared } from '../../../texts.ts'
import styles from './Kinds.module.css'
import { conditionWords, fingerprintWords } from './rule.ts'
import { useKindRules } from './useKindRules.ts'

/** The owner’s rules for kinds of devices. */
export function KindRulesScreen() {
  usePageTitle(texts.title)
  const { data, error, refetch } = useKindRules()
  return (
    <div className={styles.page}>
      <BackLink to="/admin/devices">{shared.devices.title}</BackLink>
      <ScreenHead title={texts.title} hint={texts.hint}>
        <Permitted to={classification.setCustom}>
          <ButtonLink to="/admin/devices/kinds/rule" leftSection={<IconPlus size={18} />}>
            {texts.add}
          </ButtonLink>
        </Permitted>
      </ScreenHead>
      {data?.length === 0 ? (
        <Face icon={<IconFingerprint size={36} stroke={1.3} />} title={texts.empty} hint={texts.emptyHint} />
      ) : data ? (
        <>
          <ol className={box.box}>
            {data.map((rule, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list may have the same rule twice
              <li key={index} className={styles.item}>
                <Link to="/admin/devices/kinds/rule" search={{ rule: index }} className={styles.rule}>
                  <span className={styles.condition}>{conditionWords(rule)}</span>
                  <span className={styles.quiet}>{fingerprintWords(rule)}</span>
                  <IconChevronRight size={18} stroke={1.6} aria-hidden />
                </Link>
              </li>
            ))}
          </ol>
          {data.filter(({ Decisive }) => Decisive).length > 1 && <p className={styles.quiet}>{texts.order}</p>}
        </>
      ) : (
        <LoadState title={texts.failed} query={{ error, refetch }} height={240} radius="lg" />
      )}
    </div>
  )
}
