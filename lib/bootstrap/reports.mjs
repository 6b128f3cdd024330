import { existsSync, readFileSync } from 'node:fs'

/** Counts of a JSON report; a run that failed without a failed test (a file that does not load) counts as one. */
function outcome({ passed, failed, skipped }, ok) {
  return { passed, failed: failed === 0 && !ok ? 1 : failed, skipped }
}

const none = { passed: 0, failed: 0, skipped: [] }

export function readVitestReport(file, ok) {
  if (!existsSync(file)) return outcome(none, ok)
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'))
  const tests = testResults.flatMap((suite) => suite.assertionResults)
  const unloaded = testResults.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0)
  const count = (status) => tests.filter((test) => test.status === status).length
  const skipped = tests.filter((test) => !['passed', 'failed'].includes(test.status)).map((test) => test.fullName)
  return outcome({ passed: count('passed'), failed: count('failed') + unloaded.length, skipped }, ok)
}

export function readPlaywrightReport(file, ok) {
  if (!existsSync(file)) return outcome(none, ok)
  const { suites, stats } = JSON.parse(readFileSync(file, 'utf8'))
  const specs = suites.flatMap(specsOf)
  const skipped = specs.filter(({ tests }) => tests.some(({ status }) => status === 'skipped'))
  return outcome(
    { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: skipped.map((spec) => spec.title) },
    ok,
  )
}

function specsOf({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}
