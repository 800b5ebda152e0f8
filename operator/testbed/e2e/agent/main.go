// Program agent runs in pods of the end-to-end tests and tells over HTTP, on port 8080, what a pod sees: /read?file=F,
// /get?url=U, /resolve?name=N and /api?path=P, which asks the API server with the pod's own ServiceAccount. It stands in
// for an operator too: on port 8081 it is healthy and ready.
package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

func main() {
	answer := func(path string, work func(*http.Request) (string, error)) {
		http.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			text, err := work(r)
			if err != nil {
				http.Error(w, err.Error(), http.StatusBadGateway)
				return
			}
			_, _ = io.WriteString(w, text)
		})
	}
	answer("/", func(*http.Request) (string, error) { return os.Hostname() })
	answer("/read", func(r *http.Request) (string, error) {
		content, err := os.ReadFile(r.FormValue("file"))
		return string(content), err
	})
	answer("/resolve", func(r *http.Request) (string, error) {
		found, err := net.DefaultResolver.LookupHost(r.Context(), r.FormValue("name"))
		return strings.Join(found, " "), err
	})
	answer("/get", func(r *http.Request) (string, error) {
		return get(&http.Client{Timeout: 3 * time.Second}, r.FormValue("url"))
	})
	answer("/api", askAPI)
	fmt.Println("agent listens on 8080")
	go serve(":8081")
	serve(":8080")
}

func serve(address string) {
	fmt.Println(http.ListenAndServe(address, nil))
	os.Exit(1)
}

// askAPI finds the API server as the operator does: by KUBECONFIG, or in a pod by the ServiceAccount's files.
func askAPI(r *http.Request) (string, error) {
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	if err != nil {
		return "", err
	}
	config.Timeout = 3 * time.Second
	client, err := rest.HTTPClientFor(config)
	if err != nil {
		return "", err
	}
	return get(client, config.Host+r.FormValue("path"))
}

func get(client *http.Client, url string) (string, error) {
	response, err := client.Get(url)
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", response.Status, body)
	}
	return string(body), err
}
