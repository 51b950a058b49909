package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"engawa.example/partner/engawa"
)

func main() {
	token := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("ENGAWA_TOKEN"))
		return nil
	}
	client, err := engawa.NewClientWithResponses(os.Getenv("ENGAWA_URL"), engawa.WithRequestEditorFn(token))
	if err != nil {
		log.Fatal(err)
	}
	limit := 25
	answer, err := client.ListMembersWithResponse(context.Background(), &engawa.ListMembersParams{Limit: &limit})
	if err != nil {
		log.Fatal(err)
	}
	if answer.JSON200 == nil {
		log.Fatalf("%s: %s", answer.Status(), answer.Body)
	}
	fmt.Printf("{\"members\":%d,\"total\":%d}\n", len(answer.JSON200.Items), answer.JSON200.Total)
}
