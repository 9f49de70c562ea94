import { Button, Textarea } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { tokens } from '../../../../router/model/access/credentials/listcontract.ts'
import { tls } from '../../../../router/model/machine/tls/contract.ts'
import { call } from '../../../client/client.ts'
import forms from '../../../parts/forms/Form.module.css'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { CopyButton } from '../../../parts/layout/CopyButton.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { integrationTexts } from '../../../texts/messages/integrations.ts'
import styles from './Integrations.module.css'
import { METRICS_SCOPE, scrapeConfig } from './scrape.ts'

const texts = integrationTexts.metrics
const DASHBOARD = '/pages/grafana/sallyport.json'

/** Metrics for Prometheus: a token that may read nothing else, the configuration that uses it, and a dashboard. */
export function Metrics() {
  const create = useMutation({
    mutationFn: () => call(tokens.create, { body: { Name: texts.tokenName, Expire: 0, ScopedPaths: [METRICS_SCOPE] } }),
    gcTime: 0,
  })
  return (
    <Section title={texts.title} hint={texts.hint}>
      <div className={forms.form}>
        {create.data ? (
          <Configuration token={create.data.Token} onClose={create.reset} />
        ) : (
          <div className={forms.buttons}>
            <Button loading={create.isPending} onClick={() => create.mutate()}>
              {texts.create}
            </Button>
            <ButtonLink to="/admin/system/access" variant="subtle">
              {texts.tokens}
            </ButtonLink>
          </div>
        )}
        <SaveError error={create.error} />
        <h3>{texts.dashboard}</h3>
        <p className={styles.note}>{texts.dashboardHint}</p>
        <div className={forms.buttons}>
          <Download href={DASHBOARD} file="sallyport.json" words={texts.downloadDashboard} />
        </div>
      </div>
    </Section>
  )
}

function Configuration({ token, onClose }: { token: string; onClose: () => void }) {
  const { origin, protocol } = window.location
  const config = scrapeConfig(origin, token)
  return (
    <>
      <Textarea
        label={texts.config}
        description={texts.once}
        value={config}
        readOnly
        // On a phone, the token takes a second line.
        rows={config.split('\n').length + 1}
        classNames={{ input: styles.config ?? '' }}
        spellCheck={false}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {protocol === 'https:' && <p className={styles.note}>{texts.certificate}</p>}
      <div className={forms.buttons}>
        <CopyButton text={config} />
        {protocol === 'https:' && <Download href={tls.authority.path} file="sallyport.crt" words={texts.download} />}
        <Button variant="subtle" onClick={onClose}>
          {texts.done}
        </Button>
      </div>
    </>
  )
}

const Download = ({ href, file, words }: { href: string; file: string; words: string }) => (
  <Button
    component="a"
    href={href}
    download={file}
    variant="default"
    leftSection={<IconDownload size={18} stroke={1.6} />}
  >
    {words}
  </Button>
)
