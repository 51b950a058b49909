import type { OperationTexts } from './operation-texts';

/** The operations of tasks in Japanese. */
export const tasks: OperationTexts = {
  listTasks: {
    summary: 'タスクの一覧',
    description:
      'タスクを、状態が変わった新しい順に、`due` を付けると期限の順に返します。`status` がなければ、未対応と対応中のタスクだけを返します。',
  },
  countTasks: {
    summary: 'タスクの数',
    description: 'タスクの数を、状態ごとに、全体と担当者別で返します。',
  },
  repairTasks: {
    summary: 'タスクの食い違いを直す',
    description: 'タスクを元の投稿とコメントに照らし、違いを直します。直した内容を返します。',
  },
  getTask: {
    summary: 'タスクの詳細',
    description: 'タスクを1件返します。IDは、元の投稿かコメントのIDです。',
  },
  updateTask: {
    summary: 'タスクを変更する',
    description:
      '指定した項目を変更します。状態、担当者、ラベル、期限は、投稿かコメントにも出ます。',
  },
  deleteTask: {
    summary: 'タスクを解除する',
    description: '投稿かコメントのタスクを解除します。投稿とコメントは残ります。',
  },
  listTaskFilters: {
    summary: '保存したタスクの絞り込みの一覧',
    description: '自分が保存したタスクの絞り込みを、名前の順に返します。',
  },
  createTaskFilter: {
    summary: 'タスクの絞り込みを保存する',
    description: 'タスクの表示の条件を、自分の中で重複しない名前で保存します。',
  },
  deleteTaskFilter: {
    summary: '保存したタスクの絞り込みを削除する',
    description: '自分が保存したタスクの絞り込みを削除します。',
  },
  updateTaskFilter: {
    summary: '保存したタスクの絞り込みを変更する',
    description: '自分が保存したタスクの絞り込みの名前か条件を変更します。',
  },
};
