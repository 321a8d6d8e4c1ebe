import fc from 'fast-check'
import { type RunnerTask as Task, type RunnerTestCase as Test, TestRunner } from 'vitest'
import { folderVariable, runFiles } from '#bin/tasks/mutate/run-files.ts'
import { idOf, type Mutant, sharedSwitch } from '#bin/tasks/mutate/switch.ts'

// The search for the shortest counterexample would take longer than everything else.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true })

const pathOf = (task: Task): string =>
  task.suite === undefined ? `${task.file.name} › ${task.name}` : `${pathOf(task.suite)} › ${task.name}`

/**
 * Runs each test once, with all hooks, for each mutant of the plan that no test has detected yet, and finally without a
 * mutant. A test that fails without one proves nothing. Without a plan it runs each test once and records the guards
 * that it reaches.
 */
export default class MutantRunner extends TestRunner {
  private readonly files = runFiles(process.env[folderVariable] ?? '')
  private readonly guards = sharedSwitch()
  private readonly plan = this.files.plan()
  private readonly noticed = new Set(
    this.files.results().flatMap(({ mutant, outcome }) => (outcome === 'killed' ? [mutant] : [])),
  )
  private pending: readonly Mutant[] = []
  private hasPassed = false
  private startedAt = process.cpuUsage()

  override async onBeforeRunTask(test: Task): Promise<void> {
    this.startedAt = process.cpuUsage()
    if (this.plan !== undefined && test.type === 'test') {
      const planned = this.plan[pathOf(test)]
      this.pending = (planned?.mutants ?? []).filter((mutant) => !this.noticed.has(idOf(mutant)))
      if (this.pending.length === 0) test.mode = 'skip'
      test.repeats = this.pending.length - (planned?.isFast === true ? 0 : 1)
    }
    await super.onBeforeRunTask(test)
  }

  override onBeforeTryTask(
    test: Task,
    { repeats }: { retry: number; repeats: number } = { retry: 0, repeats: 0 },
  ): void {
    this.hasPassed = false
    if (test.result !== undefined) Object.assign(test.result, { state: 'run', errors: undefined })
    const mutant = this.pending[repeats]
    if (mutant !== undefined)
      this.files.addResult({ mutant: idOf(mutant), test: pathOf(test), outcome: 'started' })
    this.guards.activate(mutant)
    super.onBeforeTryTask(test)
  }

  override onAfterTryTask(test: Test): void {
    super.onAfterTryTask(test)
    this.hasPassed = true
  }

  onAfterRetryTask(test: Test, { repeats }: { retry: number; repeats: number }): void {
    const failed = !this.hasPassed || test.result?.state === 'fail'
    if (this.plan === undefined) return this.recordReach(test, failed)
    this.guards.activate(undefined)
    const mutant = this.pending[repeats]
    if (mutant === undefined) {
      if (failed) this.files.addResult({ mutant: '', test: pathOf(test), outcome: 'unreliable' })
    } else {
      if (failed) this.noticed.add(idOf(mutant))
      const outcome = failed ? 'killed' : 'survived'
      this.files.addResult({ mutant: idOf(mutant), test: pathOf(test), outcome })
    }
    // A detected mutant does not fail the run.
    if (test.result !== undefined) Object.assign(test.result, { state: 'pass', errors: undefined })
  }

  private recordReach(test: Test, failed: boolean): void {
    const { user, system } = process.cpuUsage(this.startedAt)
    this.files.addReach({
      test: pathOf(test),
      sites: [...this.guards.reached()],
      passed: !failed,
      milliseconds: Math.round((user + system) / 1000),
    })
  }
}
