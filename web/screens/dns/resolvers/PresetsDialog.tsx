import { Badge, Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dns } from '../../../../router/model/dns/resolvers/contract.ts'
import type { Preset, Variant } from '../../../../router/model/dns/resolvers/preset.ts'
import type { DnsProvider } from '../../../../router/model/dns/resolvers/settings.ts'
import { query } from '../../../client/query.ts'
import { Dialog } from '../../../parts/dialogs/Dialog.tsx'
import { Failed } from '../../../parts/layout/Face.tsx'
import { locale } from '../../../parts/values/locale.ts'
import { resolverTexts as texts } from '../../../texts/dns/resolvers.ts'
import styles from './PresetsDialog.module.css'

interface PresetsDialogProps {
  /** Which services come first in the list. */
  kind: 'all' | 'family'
  opened: boolean
  onClose: () => void
  onChoose: (providers: DnsProvider[]) => void
}

/** The public resolvers that the router offers, with the settings of each. */
export function PresetsDialog({ kind, opened, onClose, onChoose }: PresetsDialogProps) {
  const { data, error, refetch } = useQuery({ ...query(dns.getDnsPresets), enabled: opened })
  const choose = ({ IPv4, TLSHost }: Variant) => {
    onChoose(IPv4.map((IPAddress) => ({ IPAddress, TLSHost, DisableTls: false })))
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.title}>
      <p className="quiet">{texts.hint}</p>
      {error && <Failed title={texts.failed} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={320} aria-busy="true" />}
      {data
        ?.map((preset) => ({ ...preset, Variants: preset.Variants.filter((one) => isFor(kind, one)) }))
        .filter(({ Variants }) => Variants.length > 0)
        .map((preset) => (
          <ProviderServices key={preset.Name} preset={preset} onChoose={choose} />
        ))}
      <div className={styles.end}>
        <Button variant="default" onClick={onClose}>
          {texts.close}
        </Button>
      </div>
    </Dialog>
  )
}

/** Family resolvers are for devices with the family filter: those without one would be no help there. */
const isFor = (kind: 'all' | 'family', { Blocks }: Variant): boolean => kind === 'all' || Blocks === 'family'

const countries = new Intl.DisplayNames(locale, { type: 'region' })
const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })

function ProviderServices({ preset, onChoose }: { preset: Preset; onChoose: (variant: Variant) => void }) {
  const { Name, Operator, Country, Source, Checked, Variants } = preset
  return (
    <section className={styles.provider} aria-label={Name}>
      <h3>{Name}</h3>
      <p className="quiet">
        {texts.operator(Operator, countries.of(Country) ?? Country)} ·{' '}
        <a href={Source} target="_blank" rel="noreferrer" aria-label={texts.sourceOf(Name)}>
          {texts.source}
        </a>
        {Checked && `, ${texts.checked(dates.format(new Date(Checked)))}`}
      </p>
      <ul className={styles.services}>
        {Variants.map((variant) => (
          <li key={variant.TLSHost} className={styles.service}>
            <div className={styles.words}>
              <strong>{variant.Name}</strong>
              <span className={styles.badges}>
                <Badge variant="light" tt="none" color={variant.Blocks === 'none' ? 'gray' : undefined}>
                  {texts.blocks[variant.Blocks]}
                </Badge>
                <Badge variant="light" tt="none" color="gray">
                  {variant.DNSSEC ? texts.dnssec : texts.noDnssec}
                </Badge>
              </span>
              <span className={styles.sets}>
                <code>{variant.IPv4.join(', ')}</code> {texts.over(variant.TLSHost)}
              </span>
            </div>
            <Button
              size="xs"
              variant="default"
              aria-label={texts.use(Name, variant.Name)}
              onClick={() => onChoose(variant)}
            >
              {texts.useShort}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
