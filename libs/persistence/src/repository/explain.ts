/** Plan and cost of a query. */
export interface QueryPlan {
  /** Name of the index, or null for a collection scan. */
  index: string | null;
  /** Stages from the outermost inwards, such as `['FETCH', 'IXSCAN']`. */
  stages: string[];
  keysExamined: number;
  docsExamined: number;
  returned: number;
}

interface Stage {
  stage?: string;
  indexName?: string;
  inputStage?: Stage;
  inputStages?: Stage[];
  queryPlan?: Stage;
}

interface Explanation {
  queryPlanner: { winningPlan: Stage };
  executionStats: { nReturned: number; totalKeysExamined: number; totalDocsExamined: number };
}

/** Explains a query (`repository.query(…)`, or any mongoose query). For tests. */
export async function explainOf(query: {
  explain(verbosity: 'executionStats'): PromiseLike<unknown>;
}): Promise<QueryPlan> {
  const answer = (await query.explain('executionStats')) as Explanation | Explanation[];
  const { queryPlanner, executionStats } = Array.isArray(answer) ? answer[0]! : answer;
  const winning = queryPlanner.winningPlan.queryPlan ?? queryPlanner.winningPlan;
  const stages: string[] = [];
  let index: string | null = null;
  const walk = (stage: Stage): void => {
    if (stage.stage) stages.push(stage.stage);
    index ??= stage.indexName ?? null;
    for (const inner of [stage.inputStage, ...(stage.inputStages ?? [])]) if (inner) walk(inner);
  };
  walk(winning);
  return {
    index,
    stages,
    keysExamined: executionStats.totalKeysExamined,
    docsExamined: executionStats.totalDocsExamined,
    returned: executionStats.nReturned,
  };
}
