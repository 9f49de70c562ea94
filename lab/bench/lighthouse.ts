import type { AppStage } from './app.ts'
import type { Row } from './table.ts'
export async function benchLighthouse(_: AppStage): Promise<Row[]> {
  return []
}
