import { readConfig } from './config.ts'
import { serve } from './serve.ts'

try {
  await serve(readConfig(process.env))
} catch (error) {
  console.error(`Waymark cannot start.\n${(error as Error).message}`)
  process.exitCode = 1
}
